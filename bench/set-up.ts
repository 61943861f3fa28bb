import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { panelForTests } from '../src/server/testing/panel-for-tests.ts'

/** Says how a part ends; whatever began later is ended before it. */
export type AtEnd = (close: () => unknown) => void

/** What was made, the folder that it stands in, and the end of all of it; to end it again waits for the same end. */
export type SetUp<Made> = Made & { dataDir: string; end(): Promise<void> }

/**
 * Makes what a bench or a proof stands on, in a temporary folder with this word in its name. All of it ends, last first,
 * also where making it fails or the process is interrupted; a part that cannot end keeps no other from ending.
 */
export async function setUp<Made extends object>(
  name: string,
  make: (dataDir: string, atEnd: AtEnd) => Promise<Made>,
): Promise<SetUp<Made>> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), `soko-${name}-`)))
  const closings = [() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }) as unknown]
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= endAll(closings)
    return ending
  }
  const stop = () => void end().finally(() => process.exit(1))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  closings.push(() => process.off('SIGINT', stop).off('SIGTERM', stop))
  try {
    return { ...(await make(dataDir, close => closings.push(close))), dataDir, end }
  } catch (error) {
    await end()
    throw error
  }
}

async function endAll(closings: (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (let close = closings.pop(); close; close = closings.pop()) {
    try {
      await close()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Not all that was set up could be ended')
}

/** Spares a server's start the making of its panel. */
export async function copySamplePanel(dataDir: string): Promise<void> {
  const { dataDir: madeDir } = await panelForTests()
  cpSync(join(madeDir, 'sample-panel'), join(dataDir, 'sample-panel'), { recursive: true })
}
