import { loadScript } from '../../platform/load-script.ts'
import {
  type FromCheckout,
  type ScriptedProvider,
  type ToCheckout,
  unwrapped,
  wrapped,
} from '../frame-messages.ts'
import { mountCardButton } from './card-button.ts'
import { hideWidget, openWidget, type WidgetResponse } from './checkout-widget.ts'

/**
 * The document in which providers' scripts run, shown by the app in a frame. It makes no call of ours: it asks the app
 * for orders and tells it what was approved.
 */
const card = document.getElementById('card')
const app = window.parent === window ? null : window.parent

/** The widget says goodbye by itself first. */
const goodbyeSeconds = 1

const tell = (message: FromCheckout) => app?.postMessage(wrapped(message), window.location.origin)

let lastRequest = 0
const orders = new Map<number, { resolve: (orderId: string) => void; reject: (error: Error) => void }>()

const wantOrder = () =>
  new Promise<string>((resolve, reject) => {
    const request = ++lastRequest
    orders.set(request, { resolve, reject })
    tell({ type: 'order-wanted', request })
  })

async function load(provider: ScriptedProvider, scriptUrl: string): Promise<void> {
  try {
    await loadScript(scriptUrl)
    if (provider === 'paypal' && card) await showCardButton(card)
    tell({ type: 'loaded', provider })
  } catch {
    tell({ type: 'failed', provider })
  }
}

const showCardButton = (place: HTMLElement) =>
  mountCardButton(place, {
    createOrderOnServer: wantOrder,
    onApprove: orderId => tell({ type: 'approved', orderId }),
    onError: () => tell({ type: 'card-failed' }),
  })

function open(options: Extract<ToCheckout, { type: 'open-widget' }>['options']): void {
  const closed = () => {
    if (card) card.style.visibility = ''
    tell({ type: 'widget-closed' })
  }
  // The frame is as large as the screen now: the button is not to be seen across it.
  if (card) card.style.visibility = 'hidden'
  const isOpen = openWidget({
    ...options,
    callback(response) {
      tell({ type: 'responded', response: readResponse(response) })
      hideWidget(goodbyeSeconds, closed)
    },
    onclose: () => hideWidget(0, closed),
  })
  if (!isOpen) closed()
}

const readResponse = ({ status, transaction_id }: WidgetResponse) => ({
  status: String(status ?? ''),
  transactionId: transaction_id === undefined || transaction_id === null ? null : String(transaction_id),
})

function onMessage(event: MessageEvent<unknown>): void {
  const message = unwrapped<ToCheckout>(event, app)
  if (message?.type === 'load') void load(message.provider, message.scriptUrl)
  else if (message?.type === 'open-widget') open(message.options)
  else if (message?.type === 'ordered') {
    const order = orders.get(message.request)
    orders.delete(message.request)
    if (message.orderId === null) order?.reject(new Error('No order was made'))
    else order?.resolve(message.orderId)
  }
}

if (app && card) {
  document.getElementById('alone')?.remove()
  window.addEventListener('message', onMessage)
  new ResizeObserver(() => tell({ type: 'height', heightPx: Math.ceil(card.offsetHeight) })).observe(card)
  tell({ type: 'here' })
}
