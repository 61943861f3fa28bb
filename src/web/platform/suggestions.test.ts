import { expect, test, vi } from 'vitest'
import { stubBrowser } from '../testing/browser-globals.ts'
import { industriesLike, namesLike, placesLike } from './suggestions.ts'

const countries = ['Côte d’Ivoire', 'Equatorial Guinea', 'Ghana', 'Guinea', 'Guinea-Bissau']

test('a name is offered where one of its words begins as typed, marks and case aside; its own beginning first', () => {
  expect(namesLike(countries, 'gui')).toEqual(['Guinea', 'Guinea-Bissau', 'Equatorial Guinea'])
  expect(namesLike(countries, 'COTE')).toEqual(['Côte d’Ivoire'])
  expect(namesLike(countries, 'bissau')).toEqual(['Guinea-Bissau'])
  expect(namesLike(countries, 'uinea')).toEqual([])
})

test('nothing typed, or a name that is whole, brings no suggestion', () => {
  expect(namesLike(countries, '')).toEqual([])
  expect(namesLike(countries, ' , ')).toEqual([])
  expect(namesLike(countries, 'ghana')).toEqual([])
})

test('the last part of an address is completed; the names are asked for once, and again after a failure', async () => {
  stubBrowser()
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => new Response(JSON.stringify({ countries, industries: ['Hot drinks'] })),
  ]
  const asked = vi.fn(() => answers[Math.min(asked.mock.calls.length, 2) - 1]?.())
  vi.stubGlobal('fetch', asked)
  await expect(placesLike('Gha')).rejects.toMatchObject({ code: 'network' })
  expect(await placesLike('Gha')).toEqual(['Ghana'])
  expect(await placesLike('12 Ring Road,Accra, gha')).toEqual(['12 Ring Road,Accra, Ghana'])
  expect(await industriesLike('drinks')).toEqual(['Hot drinks'])
  expect(asked).toHaveBeenCalledTimes(2)
})
