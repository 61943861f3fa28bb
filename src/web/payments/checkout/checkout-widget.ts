import type { CheckoutOptions } from '../../../contract/payments.ts'

/** What the widget calls back with, as the provider documents it; who forges it gains nothing. */
export interface WidgetResponse {
  status?: unknown
  transaction_id?: unknown
}

export interface WidgetOptions extends CheckoutOptions {
  callback: (response: WidgetResponse) => void
  onclose: () => void
}

/** Opens the checkout widget. Where its script is missing that is a line on the console, and false. */
export function openWidget(options: WidgetOptions): boolean {
  const { FlutterwaveCheckout: open } = globalThis as {
    FlutterwaveCheckout?: (options: WidgetOptions) => unknown
  }
  if (!open) {
    console.log('The checkout widget is not loaded')
    return false
  }
  open(options)
  return true
}

/** Hides the widget's frame after a delay, and calls back when it is out of sight. */
export function hideWidget(delaySeconds = 0, onHidden: () => void = () => {}): void {
  setTimeout(() => {
    for (const frame of document.getElementsByName('checkout')) {
      Object.assign(frame.style, { position: 'fixed', zIndex: '-1', opacity: '0', pointerEvents: 'none' })
    }
    document.body.style.overflow = ''
    onHidden()
  }, delaySeconds * 1_000)
}
