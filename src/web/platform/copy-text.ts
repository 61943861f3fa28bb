import { messages } from '../../contract/messages.ts'
import { showNotice } from '../ui/notice.tsx'

/** (spec) How long 'Copied to clipboard' shows. */
const copiedMs = 2_000

/** Puts a text on the clipboard and says so, or how to do without. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showNotice(messages.copied, { durationMs: copiedMs })
  } catch {
    showNotice('This browser does not let pages copy. Select the text instead.', { durationMs: 5_000 })
  }
}
