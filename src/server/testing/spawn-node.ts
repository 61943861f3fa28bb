import { type ChildProcess, spawn } from 'node:child_process'

const endWithParent = new URL('../../../scripts/launcher/end-with-parent.mjs', import.meta.url).href

type Stream = 'pipe' | 'inherit' | 'ignore'

export interface SpawnedNode {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Standard input, output and error; what it prints comes by pipes by default, and nothing goes in. */
  stdio?: ['pipe' | 'ignore', Stream, Stream]
}

/** Starts a program under this Node that gets SIGTERM when this process ends, however that ends. */
export function spawnNode(args: readonly string[], options: SpawnedNode = {}): ChildProcess {
  const { stdio = ['ignore', 'pipe', 'pipe'], ...rest } = options
  return spawn(process.execPath, ['--import', endWithParent, ...args], { ...rest, stdio: [...stdio, 'ipc'] })
}
