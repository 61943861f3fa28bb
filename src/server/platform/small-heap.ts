import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Both halves together. Smaller ones are collected so often that nothing has time to die in them. */
const nurseryBytes = 16 * 2 ** 20
const growthPercent = 20
const mostSteps = 1_000

/**
 * Keeps the heap near what lives in it: left alone, V8 lets its nursery grow to 64 MB and the rest to twice what lives.
 * To be called before the program is loaded, which alone would make the nursery that large. The limit of the nursery
 * itself is a matter of the command line; set here, this holds however the server is started.
 */
export function keepHeapSmall(): void {
  // It grows while much survives in it, and can then be told to grow no more.
  const surviving: unknown[] = []
  for (let step = 0; step < mostSteps && nurserySizeBytes() < nurseryBytes; step += 1)
    surviving.push(Array.from({ length: 1_000 }, () => ({})))
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}

const nurserySizeBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? nurseryBytes
