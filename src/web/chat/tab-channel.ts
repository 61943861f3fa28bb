import { tabChannelName } from '../platform/config.ts'

/**
 * One chat at a time in a browser: greets the other tabs, and hears when a later one greets. Gives back the way to leave.
 * Whoever hears a greeting stops listening and is told once.
 */
export function greetOtherTabs(onGreeted: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel(tabChannelName)
  channel.onmessage = () => {
    channel.close()
    onGreeted()
  }
  channel.postMessage('here')
  return () => channel.close()
}
