import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadCatalogue } from './catalogue.ts'
import { loadFigures } from './figures.ts'
import { panelCodes, samplePanel } from './sample-panel.ts'
import {
  isSameGrain,
  type PanelGrain,
  panelEdition,
  panelModel,
  panelSeed,
  usualGrain,
} from './sample-panel-shape.ts'
import { createPanelWriter, type PanelFiles } from './warehouse-panel-writer.ts'

/** What a finished panel says of itself; a panel without it was not finished. */
export interface PanelManifest {
  modelled: true
  edition: string
  /** Version of the model that made it. */
  model: number
  seed: number
  /** Hash of the public figures the panel is anchored on. */
  figures_sha256: string
  /** Left out for the usual one. */
  grain?: PanelGrain
  rows: number
  /** Sizes of the files: one that differs was not written whole. */
  bytes: Record<keyof PanelFiles, number>
  panel_sha256: string
}

export interface PanelProgress {
  done: number
  of: number
}

const folderName = 'sample-panel'
const makingPrefix = `${folderName}.making-`
export const panelFolder = (dataDir: string) => join(dataDir, folderName)
/** The files: every row of the panel, its totals by month, its sums by year, and the public figures. */
export const panelFiles = (folder: string): PanelFiles => ({
  panel: join(folder, 'panel.parquet'),
  totals: join(folder, 'totals.parquet'),
  yearly: join(folder, 'yearly.parquet'),
  figures: join(folder, 'figures.parquet'),
})

/** The manifest of the panel in place, or null where none is finished, whole and of this edition, seed and figures. */
export async function readPanelManifest(
  dataDir: string,
  dataFolder: string,
  seed = panelSeed,
): Promise<PanelManifest | null> {
  try {
    const manifest = JSON.parse(
      await readFile(join(panelFolder(dataDir), 'manifest.json'), 'utf8'),
    ) as PanelManifest
    const files = Object.entries(panelFiles(panelFolder(dataDir))) as [keyof PanelFiles, string][]
    const sizes = await Promise.all(
      files.map(async ([name, path]) => (await stat(path)).size === manifest.bytes[name]),
    )
    const whole = sizes.every(fits => fits)
    const fits =
      manifest.edition === panelEdition &&
      manifest.model === panelModel &&
      manifest.seed === seed &&
      manifest.figures_sha256 === (await figuresHash(dataFolder))
    return whole && fits ? manifest : null
  } catch {
    return null
  }
}

export async function figuresHash(dataFolder: string): Promise<string> {
  const about = JSON.parse(await readFile(join(dataFolder, 'edition.json'), 'utf8')) as {
    figures_sha256: string
  }
  return about.figures_sha256
}

/** Makes the panel in a folder of its own and puts it in place whole; what a killed run left behind is removed. */
export async function makeSamplePanel(options: {
  dataDir: string
  dataFolder: string
  seed?: number
  grain?: PanelGrain
  onProgress?: (progress: PanelProgress) => void
}): Promise<PanelManifest> {
  const { dataDir, dataFolder, seed = panelSeed, grain = usualGrain, onProgress = () => {} } = options
  await mkdir(dataDir, { recursive: true })
  for (const name of await readdir(dataDir))
    if (name.startsWith(makingPrefix) && !isAlive(Number.parseInt(name.slice(makingPrefix.length), 10)))
      await rm(join(dataDir, name), { recursive: true, force: true })
  const making = join(dataDir, `${makingPrefix}${process.pid}`)
  await mkdir(making)
  const catalogue = loadCatalogue(dataFolder)
  const writer = await createPanelWriter(panelCodes(catalogue, grain))
  try {
    const onSegment = (done: number, of: number) => onProgress({ done, of: of + 20 })
    samplePanel(seed, catalogue, loadFigures(dataFolder), writer.sink, onSegment, { grain })
    const files = panelFiles(making)
    const { rows } = await writer.write(files, join(dataFolder, 'macro.csv'))
    const manifest: PanelManifest = {
      modelled: true,
      edition: panelEdition,
      model: panelModel,
      seed,
      figures_sha256: await figuresHash(dataFolder),
      ...(!isSameGrain(grain, usualGrain) && { grain }),
      rows,
      bytes: {
        panel: await settled(files.panel),
        totals: await settled(files.totals),
        yearly: await settled(files.yearly),
        figures: await settled(files.figures),
      },
      panel_sha256: await fileHash(files.panel),
    }
    await writeFile(join(making, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    // Another process may have been faster: the same seed made the same bytes, and readers are not disturbed.
    const held = await readPanelManifest(dataDir, dataFolder, seed)
    if (!hasGrain(held, grain)) await putInPlace(making, panelFolder(dataDir))
    onProgress({ done: 1, of: 1 })
    return manifest
  } finally {
    writer.close()
    await rm(making, { recursive: true, force: true })
  }
}

/** Whether a panel is there and cut like that. */
export const hasGrain = (manifest: PanelManifest | null, grain: PanelGrain): manifest is PanelManifest =>
  manifest !== null && isSameGrain(manifest.grain ?? usualGrain, grain)

/** True while the process that makes the panel in a folder still runs. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Flushes a file to the disk; answers with its size in bytes. */
async function settled(path: string): Promise<number> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(part as Buffer)
  return hash.digest('hex')
}

async function putInPlace(making: string, place: string): Promise<void> {
  const old = `${making}-old`
  await rename(place, old).catch(() => undefined)
  await rename(making, place)
  await rm(old, { recursive: true, force: true })
}
