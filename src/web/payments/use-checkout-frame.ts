import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CheckoutOptions } from '../../contract/payments.ts'
import {
  type ChannelEvents,
  type CheckoutChannel,
  openCheckoutChannel,
  type ScriptState,
} from './checkout-channel.ts'
import type { PaymentResponse, ScriptedProvider } from './frame-messages.ts'

export interface CheckoutFrameState {
  frame: RefObject<HTMLIFrameElement | null>
  scripts: Partial<Record<ScriptedProvider, ScriptState>>
  heightPx: number
  /** The widget is open, over everything. */
  isCovering: boolean
  reload: (provider: ScriptedProvider) => void
  openWidget: (options: CheckoutOptions) => Promise<PaymentResponse | null>
}

/** Taller than the button alone. */
const formHeightPx = 100

type Handlers = Omit<ChannelEvents, 'onScript' | 'onHeight'>

/** The checkout document in its frame, from the first drawing of the frame on; `urls` are those of the scripts it needs. */
export function useCheckoutFrame(
  urls: ReadonlyMap<ScriptedProvider, string>,
  handlers: Handlers,
): CheckoutFrameState {
  const frame = useRef<HTMLIFrameElement>(null)
  const channel = useRef<CheckoutChannel | null>(null)
  const [scripts, setScripts] = useState<CheckoutFrameState['scripts']>({})
  const [heightPx, setHeightPx] = useState(0)
  const [isCovering, setIsCovering] = useState(false)
  const newest = useRef(handlers)
  useEffect(() => {
    newest.current = handlers
  })

  // Those of the first drawing: a frame has loaded what it has.
  const [known] = useState(urls)
  useEffect(() => {
    if (!frame.current) return
    const opened = openCheckoutChannel(frame.current, known, {
      onScript: (provider, state) => setScripts(before => ({ ...before, [provider]: state })),
      onHeight: setHeightPx,
      makeOrder: () => newest.current.makeOrder(),
      onApproved: orderId => newest.current.onApproved(orderId),
      onCardFailed: () => newest.current.onCardFailed(),
    })
    channel.current = opened
    return () => opened.close()
  }, [known])

  useCover(frame, isCovering)
  // What opens below the card button is not to open below the edge of the dialog.
  useEffect(() => {
    if (heightPx > formHeightPx) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [heightPx])
  return {
    frame,
    scripts,
    heightPx,
    isCovering,
    reload: provider => channel.current?.load(provider),
    async openWidget(options) {
      if (!channel.current) return null
      // The widget may take the focus as soon as it opens.
      const opener = document.activeElement
      setIsCovering(true)
      return channel.current.openWidget(options, () => {
        setIsCovering(false)
        if (opener instanceof HTMLElement) opener.focus()
      })
    },
  }
}

/** Lifts the frame out of its dialog, over everything: what is inside a dialog cannot be larger than that by styles alone. */
function useCover(frame: RefObject<HTMLIFrameElement | null>, isCovering: boolean): void {
  useEffect(() => {
    const element = frame.current
    if (!isCovering || !element) return
    element.focus()
    if ('showPopover' in element) {
      element.popover = 'manual'
      element.showPopover()
    }
    return () => {
      element.popover = null
    }
  }, [frame, isCovering])
}
