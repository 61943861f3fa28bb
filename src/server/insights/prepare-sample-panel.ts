import { startChild } from './child-entry.ts'
import { hasGrain, type PanelManifest, type PanelProgress, readPanelManifest } from './make-sample-panel.ts'
import type { PanelOrder, PanelReport } from './sample-panel-process.ts'
import { type PanelGrain, panelSeed, usualGrain } from './sample-panel-shape.ts'

/**
 * Makes sure the modelled sample panel is in `dataDir`: answers at once when it is there and whole, else makes it in a
 * process of its own and calls `onProgress` along the way. Throws with the cause when it cannot be made.
 */
export async function prepareSamplePanel(options: {
  dataDir: string
  dataFolder: string
  /** Another than the usual cut, for trials with more or fewer rows. */
  grain?: PanelGrain
  onProgress?: (progress: PanelProgress) => void
}): Promise<PanelManifest> {
  const { dataDir, dataFolder, grain = usualGrain, onProgress } = options
  const held = await readPanelManifest(dataDir, dataFolder)
  if (hasGrain(held, grain)) return held
  await makeInChild({ dataDir, dataFolder, seed: panelSeed, grain }, onProgress ?? (() => {}))
  const made = await readPanelManifest(dataDir, dataFolder)
  if (!hasGrain(made, grain)) throw new Error('the sample panel was made but does not read back whole')
  return made
}

function makeInChild(order: PanelOrder, onProgress: (progress: PanelProgress) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = startChild('sample-panel-process')
    let failure = ''
    child.on('message', (report: PanelReport) => {
      if (report.kind === 'progress') onProgress({ done: report.done, of: report.of })
      else failure = report.message
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code === 0 && failure === '') resolve()
      else reject(new Error(`the sample panel could not be made: ${failure || signal || `exit ${code}`}`))
    })
    child.send(order)
  })
}
