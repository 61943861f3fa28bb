import { useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { isRecord } from '../platform/storage.ts'

/** An address as typed, beginning with the one that the screen before this one handed over: nobody types it twice. */
export function useHandedEmail() {
  const handedOver: unknown = useHistoryState()
  return useState(() =>
    isRecord(handedOver) && typeof handedOver.email === 'string' ? handedOver.email : '',
  )
}
