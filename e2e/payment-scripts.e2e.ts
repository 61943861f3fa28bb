import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openOwnWorld } from './open-world.ts'
import { cardButton, chooseProduct, soon, widgetButton } from './shop.ts'
import { openSignedIn } from './signed-in.ts'

/** Both providers for real, but for their scripts: no journey goes out of the house. */
const world = openOwnWorld(async () => ({
  PAYPAL_CLIENT_ID: 'client-1',
  PAYPAL_CLIENT_SECRET: 'secret-of-paypal',
  PAYPAL_WEBHOOK_ID: 'webhook-1',
  PAYPAL_URL: 'https://api-m.sandbox.paypal.com',
  FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK_TEST-open',
  FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-secret',
  FLUTTERWAVE_SECRET_HASH: 'hash-of-flutterwave',
}))
const cardScript = 'https://www.paypal.com/sdk/js'
const widgetScript = 'https://checkout.flutterwave.com/v3.js'

/** As strict as the provider: it takes no gold for cards, and styles the page in which it runs. */
const fakeCard = `window.paypal = { FUNDING: { CARD: 'card' }, Buttons: options => ({
  isEligible: () => options.fundingSource === 'card',
  async render(place) {
    if (options.style.color === 'gold') throw new Error('Unexpected style.color for card button: gold')
    const sheet = document.createElement('style')
    sheet.textContent = '.drawn { font-size: 21px }'
    document.head.append(sheet)
    const button = document.createElement('button')
    button.className = 'drawn'
    button.textContent = 'Drawn by PayPal'
    place.append(button)
  },
}) }`
const fakeWidget = 'window.FlutterwaveCheckout = () => {}'

/** A page for which both answer with their scripts; `asked` are the addresses under which. */
async function openPage(): Promise<{ page: Page; asked: URL[]; refused: string[] }> {
  const { page } = await openSignedIn(world)
  const asked: URL[] = []
  const refused: string[] = []
  for (const [script, body] of [
    [`${cardScript}?**`, fakeCard],
    [widgetScript, fakeWidget],
  ] as const) {
    await page.route(script, route => {
      asked.push(new URL(route.request().url()))
      return route.fulfill({ contentType: 'text/javascript', body })
    })
  }
  page.on('console', line => {
    if (/Content Security Policy|Trusted/i.test(line.text())) refused.push(line.text())
  })
  return { page, asked, refused }
}

// spec: S7.card.2, S7.checkout.1
test('a set provider’s script runs in the checkout document alone, asked for by our client id; the app stays as strict', async () => {
  const { page, asked, refused } = await openPage()
  await page.getByText('Welcome! How can I help you today?').waitFor()
  expect(asked).toEqual([])
  await chooseProduct(page)
  await cardButton(page).getByText('Drawn by PayPal').waitFor()
  await expect.poll(() => widgetButton(page).isEnabled(), soon).toBe(true)
  const card = asked.find(({ hostname }) => hostname === 'www.paypal.com')
  expect(Object.fromEntries(card?.searchParams ?? [])).toMatchObject({
    'client-id': 'client-1',
    currency: 'USD',
  })
  expect(
    await page.evaluate<string[]>('["paypal", "FlutterwaveCheckout"].filter(name => name in window)'),
  ).toEqual([])
  expect(refused).toEqual([])
  const answer = await fetch(`${world.product.url}/app`, { headers: { accept: 'text/html' } })
  expect(answer.headers.get('content-security-policy')).not.toMatch(/paypal|flutterwave|unsafe-inline/)
})

test('a provider at a sandbox of its own is called one, as its stand-in is, and no money is said to move', async () => {
  const { page } = await openPage()
  await chooseProduct(page)
  await page.getByText('By Flutterwave · sandbox', { exact: true }).waitFor()
  await page.getByText('Card, by PayPal · sandbox', { exact: true }).waitFor()
  expect(await page.getByText('no money moves').count()).toBe(1)
})
