import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A folder below `data/` of the product, whether this runs from the sources or from the built server. */
export function dataFolder(name: string, from = import.meta.dirname): string {
  const folder = join(from, 'data', name)
  if (existsSync(folder)) return folder
  const above = dirname(from)
  if (above === from) throw new Error(`The folder data/${name} is missing.`)
  return dataFolder(name, above)
}
