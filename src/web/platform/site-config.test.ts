import { expect, test, vi } from 'vitest'
import { stubBrowser } from '../testing/browser-globals.ts'
import { siteConfig } from './site-config.ts'

test('the installation’s values are asked for once a page load, and again only after a failure', async () => {
  stubBrowser()
  const told = { production: false, api_url: 'https://soko.example/api', chat_cookie: 'box' }
  const asked = vi.fn()
  vi.stubGlobal('fetch', (url: string) => {
    asked(url)
    return asked.mock.calls.length === 1
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(JSON.stringify(told)))
  })
  await expect(siteConfig()).rejects.toMatchObject({ code: 'network' })
  expect(await siteConfig()).toEqual(told)
  expect(await siteConfig()).toEqual(told)
  expect(asked.mock.calls).toEqual([['/api/front/config'], ['/api/front/config']])
})
