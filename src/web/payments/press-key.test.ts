import { expect, test } from 'vitest'
import { ApiError, type FailureCode } from '../platform/api-error.ts'
import { underPressKey } from './press-key.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The keys of presses, of which each ends as told. */
async function keysOf(press: string, ends: ('taken' | Error)[]): Promise<string[]> {
  const keys: string[] = []
  for (const end of ends) {
    const pressed = underPressKey(press, async key => {
      keys.push(key)
      if (end !== 'taken') throw end
      return key
    })
    await pressed.catch(error => expect(error).toBe(end))
  }
  return keys
}

const failure = (status: number, code: FailureCode) => new ApiError({ code, status, message: '' })

test('each press has a key of its own', async () => {
  const keys = await keysOf('express a', ['taken', 'taken'])
  expect(keys[0]).toMatch(uuid)
  expect(keys[1]).not.toBe(keys[0])
})

test.each([
  ['no answer', failure(0, 'network')],
  ['a gateway that lost it', failure(502, 'unavailable')],
  ['a failure of ours', failure(500, 'internal')],
])('after %s the press again is the same purchase', async (name, error) => {
  const [lost, again, next] = await keysOf(name, [error, 'taken', 'taken'])
  expect(again).toBe(lost)
  expect(next).not.toBe(lost)
})

test.each([
  ['a refusal', failure(422, 'invalid')],
  ['a provider that was away', failure(503, 'unavailable')],
])('after %s it is another one: the first came to nothing', async (name, error) => {
  const [refused, again] = await keysOf(name, [error, 'taken'])
  expect(again).not.toBe(refused)
})
