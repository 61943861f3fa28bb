import { makeSamplePanel } from './make-sample-panel.ts'
import type { PanelGrain } from './sample-panel-shape.ts'

/** The child process that makes the panel: told by one message what to make, it reports progress and ends. */
export type PanelOrder = { dataDir: string; dataFolder: string; seed: number; grain?: PanelGrain }
export type PanelReport = { kind: 'progress'; done: number; of: number } | { kind: 'failed'; message: string }

/** A parent that is gone shows here first: the making itself lets no event through. */
const tell = (report: PanelReport) =>
  process.send?.(report, undefined, undefined, lost => lost && process.exit())

process.once('message', (order: PanelOrder) => {
  makeSamplePanel({ ...order, onProgress: ({ done, of }) => tell({ kind: 'progress', done, of }) })
    .then(() => process.disconnect?.())
    .catch((error: unknown) => {
      tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
      process.exitCode = 1
      process.disconnect?.()
    })
})
// Without its parent nobody waits for the panel.
process.once('disconnect', () => process.exit())
