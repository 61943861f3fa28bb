/** What is still to be kept before a purchase is started. */
let keep: (() => Promise<void>) | null = null

/** Has `work` done before each purchase that is started; gives back the way to stop. */
export function keepBeforeOrder(work: () => Promise<void>): () => void {
  keep = work
  return () => {
    if (keep === work) keep = null
  }
}

/** Resolves once it is kept. What cannot be kept holds up no purchase. */
export async function keptBeforeOrder(): Promise<void> {
  await keep?.().catch(() => {})
}
