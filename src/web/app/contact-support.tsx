import { useState } from 'react'
import { lastExchange } from '../chat/last-exchange.ts'
import { SupportDialog } from '../support/support-dialog.tsx'

/** The Contact Support dialog over a conversation: what was asked last goes along, as it stood when it was opened. */
export function ContactSupport({ sessionKey, onClose }: { sessionKey: string | null; onClose: () => void }) {
  const [exchange] = useState(() => lastExchange(sessionKey))
  return <SupportDialog exchange={exchange} onClose={onClose} />
}
