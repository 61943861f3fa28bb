import { spawn } from 'node:child_process'
import { join } from 'node:path'

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

/** The operator's command line as a process of its own, with these settings. */
export function adminCommand(settings: Record<string, string>) {
  return (
    args: readonly string[],
    { typed = '', killAfter, signal = 'SIGKILL' }: AdminOptions = {},
  ): Promise<AdminAnswer> => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [join(import.meta.dirname, '../admin-process.ts'), ...args], {
      // Reading the sources is most of what a short command does.
      env: { PATH, HOME, NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../.cache/node'), ...settings },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(typed)
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    void killAfter?.then(() => child.kill(signal))
    return new Promise(resolve => {
      child.on('close', code => resolve({ code, out, err }))
    })
  }
}
