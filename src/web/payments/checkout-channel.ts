import type { CheckoutOptions } from '../../contract/payments.ts'
import {
  type FromCheckout,
  type PaymentResponse,
  type ScriptedProvider,
  type ToCheckout,
  unwrapped,
  wrapped,
} from './frame-messages.ts'

export type ScriptState = 'loading' | 'loaded' | 'failed'

/** What the checkout document wants of the app, and what it says. */
export interface ChannelEvents {
  onScript: (provider: ScriptedProvider, state: ScriptState) => void
  onHeight: (heightPx: number) => void
  /** Gives the id of a new order; what it throws is told elsewhere. */
  makeOrder: () => Promise<string>
  onApproved: (orderId: string) => void
  onCardFailed: () => void
}

export interface CheckoutChannel {
  /** Loads a provider's script anew. */
  load: (provider: ScriptedProvider) => void
  /**
   * Opens the checkout widget; gives what it called back with, null where it was closed first. `onClosed` is called once
   * nothing of it is on the screen any more.
   */
  openWidget: (options: CheckoutOptions, onClosed: () => void) => Promise<PaymentResponse | null>
  close: () => void
}

export const checkoutPath = '/checkout'

/** A document that has not even begun by then is not coming. */
const patienceMs = 15_000

/** Speaks with the checkout document in `frame`; loads the scripts that are named as soon as it is there. */
export function openCheckoutChannel(
  frame: HTMLIFrameElement,
  scripts: ReadonlyMap<ScriptedProvider, string>,
  events: ChannelEvents,
): CheckoutChannel {
  let isHere = false
  let patience: ReturnType<typeof setTimeout> | undefined
  let widget: { respond: (response: PaymentResponse | null) => void; onClosed: () => void } | null = null
  const tell = (message: ToCheckout) =>
    frame.contentWindow?.postMessage(wrapped(message), window.location.origin)

  function load(provider: ScriptedProvider): void {
    const scriptUrl = scripts.get(provider)
    if (scriptUrl === undefined) return
    events.onScript(provider, 'loading')
    if (isHere) tell({ type: 'load', provider, scriptUrl })
    else {
      // The document itself did not come; once it is here it is told of all scripts.
      frame.src = checkoutPath
      wait()
    }
  }
  const loadAll = () => {
    for (const provider of scripts.keys()) load(provider)
  }
  const failAll = () => {
    for (const provider of scripts.keys()) events.onScript(provider, 'failed')
  }
  function wait(): void {
    clearTimeout(patience)
    patience = setTimeout(failAll, patienceMs)
  }

  function answerWith(request: number): void {
    const answer = (orderId: string | null) => tell({ type: 'ordered', request, orderId })
    events.makeOrder().then(answer, () => answer(null))
  }

  function onMessage(event: MessageEvent<unknown>): void {
    const message = unwrapped<FromCheckout>(event, frame.contentWindow)
    switch (message?.type) {
      case 'here':
        isHere = true
        clearTimeout(patience)
        loadAll()
        break
      case 'loaded':
      case 'failed':
        events.onScript(message.provider, message.type)
        break
      case 'height':
        events.onHeight(message.heightPx)
        break
      case 'order-wanted':
        answerWith(message.request)
        break
      case 'approved':
        events.onApproved(message.orderId)
        break
      case 'card-failed':
        events.onCardFailed()
        break
      case 'responded':
        widget?.respond(message.response)
        break
      case 'widget-closed':
        widget?.respond(null)
        widget?.onClosed()
        widget = null
    }
  }

  wait()
  window.addEventListener('message', onMessage)
  return {
    load,
    openWidget: (options, onClosed) =>
      new Promise(resolve => {
        widget = { respond: resolve, onClosed }
        tell({ type: 'open-widget', options })
      }),
    close() {
      clearTimeout(patience)
      window.removeEventListener('message', onMessage)
    },
  }
}
