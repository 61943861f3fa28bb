import type { Page } from 'playwright-core'
import { startByApi } from '../shop.ts'
import type { ScreenState, Stage } from './screen-state.ts'

/** The checkout of a purchase that was just begun. */
async function openCheckout(page: Page, { world, reader }: Stage): Promise<void> {
  await page.goto(await startByApi(world.product, reader))
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor()
}

const openEndings = (page: Page) => page.getByText('Other endings').click()

/** The stand-in's own checkout page: it runs no script. */
export const sandboxStates: readonly ScreenState[] = [
  { name: 'sandbox-checkout', who: 'nobody', path: '/tos', reach: openCheckout },
  {
    name: 'sandbox-checkout-endings',
    who: 'nobody',
    path: '/tos',
    async reach(page, stage) {
      await openCheckout(page, stage)
      await openEndings(page)
    },
  },
  {
    name: 'sandbox-checkout-closed',
    who: 'nobody',
    path: '/tos',
    async reach(page, stage) {
      await openCheckout(page, stage)
      await openEndings(page)
      await page.getByRole('button', { name: 'Paid, and close the window' }).click()
      await page.getByText('You can close this window.').waitFor()
    },
  },
  {
    name: 'sandbox-checkout-unknown',
    who: 'nobody',
    path: '/sandbox/express/api/checkout.php?token=none',
    reach: page => page.getByRole('heading', { name: 'No such payment' }).waitFor(),
  },
]
