import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves once `holds` answers true; rejects with `what` after `timeoutMs`. */
export async function waitFor(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 5_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`)
    await sleep(10)
  }
}
