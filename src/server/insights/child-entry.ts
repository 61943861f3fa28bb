import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../platform/config.ts'

/** File of a child process's entry: beside the bundle when bundled, else the source file beside this one. */
export const childEntry = (name: string): string =>
  fileURLToPath(new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url))

/** Starts a child process of our own that speaks by messages; only its complaints are seen. */
export function startChild(name: string, options: Pick<ForkOptions, 'serialization'> = {}): ChildProcess {
  return fork(childEntry(name), {
    ...options,
    execArgv: [],
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}
