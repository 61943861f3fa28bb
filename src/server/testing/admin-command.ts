import { join } from 'node:path'
import { spawnNode } from './spawn-node.ts'

const root = join(import.meta.dirname, '../../..')

export interface AdminAnswer {
  code: number | null
  out: string
  err: string
}

export interface AdminOptions {
  /** What comes from the keyboard. */
  typed?: string
  /** Kills it without a word once this has come. */
  killAfter?: Promise<unknown>
  /** By which; SIGKILL without it. */
  signal?: NodeJS.Signals
}

/** The operator's command line, as it was built, as a process of its own with these settings. */
export function adminCommand(settings: Record<string, string>) {
  return (
    args: readonly string[],
    { typed = '', killAfter, signal = 'SIGKILL' }: AdminOptions = {},
  ): Promise<AdminAnswer> => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawnNode([join(root, 'dist/server/admin-process.js'), ...args], {
      env: { PATH, HOME, NODE_COMPILE_CACHE: join(root, '.cache/node'), ...settings },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(typed)
    let [out, err] = ['', '']
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    void killAfter?.then(() => child.kill(signal))
    return new Promise(resolve => {
      child.on('close', code => resolve({ code, out, err }))
    })
  }
}
