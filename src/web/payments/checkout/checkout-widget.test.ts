import { afterEach, expect, test, vi } from 'vitest'
import { hideWidget, openWidget, type WidgetOptions } from './checkout-widget.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const options: WidgetOptions = {
  public_key: 'FLWPUBK_TEST-1',
  tx_ref: 'ABC',
  amount: 150,
  currency: 'GHS',
  payment_options: 'card, mobilemoneyghana, ussd',
  customer: { email: 'ama@example.com', name: 'Ama Mensah', phone_number: '' },
  customizations: { title: 'Soko', description: 'Starter' },
  callback: () => {},
  onclose: () => {},
}

// spec: S8.checkout.1
test('a missing widget makes a line on the console, and nothing else happens', () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  expect(openWidget(options)).toBe(false)
  expect(said).toHaveBeenCalledOnce()
})

// spec: S3.checkout.1
test('the widget is opened with key, payment options, callback and onclose as they are', () => {
  const open = vi.fn()
  vi.stubGlobal('FlutterwaveCheckout', open)
  expect(openWidget(options)).toBe(true)
  expect(open).toHaveBeenCalledWith(options)
})

test.each([
  [undefined, 0],
  [0, 0],
  [2, 2_000],
])('closing with a delay of %s s hides the frame named checkout after %i ms', (delay, afterMs) => {
  vi.useFakeTimers()
  const frame = { style: {} as Record<string, string> }
  const body = { style: { overflow: 'hidden' } }
  const getElementsByName = (name: string) => (name === 'checkout' ? [frame] : [])
  vi.stubGlobal('document', { body, getElementsByName })
  const onHidden = vi.fn()
  hideWidget(delay, onHidden)
  if (afterMs > 0) vi.advanceTimersByTime(afterMs - 1)
  expect(onHidden).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(frame.style).toEqual({ position: 'fixed', zIndex: '-1', opacity: '0', pointerEvents: 'none' })
  expect(body.style.overflow).toBe('')
  expect(onHidden).toHaveBeenCalledOnce()
})
