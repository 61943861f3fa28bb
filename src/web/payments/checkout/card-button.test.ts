import { afterEach, expect, test, vi } from 'vitest'
import { mountCardButton } from './card-button.ts'

afterEach(() => vi.unstubAllGlobals())

const place = { replaceChildren() {} } as HTMLElement
const onApprove = () => {}

// spec: S5.card.1
test.each([
  ['both', { createOrderOnClient: () => ({}), createOrderOnServer: async () => 'O-1' }, /^Both /],
  ['neither', {}, /^Neither /],
])('%s of the two ways to make an order raise an error, before anything is drawn', async (_, ways, words) => {
  const Buttons = vi.fn()
  vi.stubGlobal('paypal', { FUNDING: { CARD: 'card' }, Buttons })
  await expect(mountCardButton(place, { onApprove, ...ways })).rejects.toThrow(words)
  expect(Buttons).not.toHaveBeenCalled()
})

/** What the provider's script is given for a button. */
interface DrawnButton {
  style: Record<string, string>
  createOrder: (data: object, actions: object) => Promise<string>
}

/** A script with the provider's interface that keeps what it was given; it draws what `takes` lets through. */
function scriptThat(takes: (style: Record<string, string>) => boolean, isEligible = true) {
  const drawn: DrawnButton[] = []
  const tried: Record<string, string>[] = []
  vi.stubGlobal('paypal', {
    FUNDING: { CARD: 'card' },
    Buttons: (options: DrawnButton) => ({
      isEligible: () => isEligible,
      async render() {
        tried.push(options.style)
        if (!takes(options.style)) throw new Error('Unexpected style.color for card button')
        drawn.push(options)
      },
    }),
  })
  return { drawn, tried }
}

test('one way is enough: the server’s order goes out under its id, the client’s is made by the script', async () => {
  const { drawn } = scriptThat(() => true)
  await mountCardButton(place, { onApprove, createOrderOnServer: async () => 'O-1' })
  await mountCardButton(place, { onApprove, createOrderOnClient: () => ({ intent: 'CAPTURE' }) })
  const create = vi.fn(async () => 'O-2')
  expect(await drawn[0]?.createOrder({}, { order: { create } })).toBe('O-1')
  expect(create).not.toHaveBeenCalled()
  expect(await drawn[1]?.createOrder({}, { order: { create } })).toBe('O-2')
  expect(create).toHaveBeenCalledWith({ intent: 'CAPTURE' })
})

test('a button that may not be gold is drawn in the provider’s own colour, and still a rectangle', async () => {
  const { drawn, tried } = scriptThat(style => style.color === undefined)
  await mountCardButton(place, { onApprove, createOrderOnServer: async () => 'O-1' })
  expect(tried[0]).toMatchObject({ color: 'gold', shape: 'rect' })
  expect(drawn[0]).toMatchObject({ fundingSource: 'card', style: { shape: 'rect' } })
})

test('where the provider takes no cards, or its script is missing, nothing is drawn and that is an error', async () => {
  const config = { onApprove, createOrderOnServer: async () => 'O-1' }
  scriptThat(() => true, false)
  await expect(mountCardButton(place, config)).rejects.toThrow('takes no cards')
  vi.unstubAllGlobals()
  await expect(mountCardButton(place, config)).rejects.toThrow('not loaded')
})
