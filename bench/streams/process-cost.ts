import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of Linux on every machine that Node runs on. */
const tickUs = 10_000

interface Stat {
  parent: number
  cpuUs: number
  /** What children used that have ended. */
  endedUs: number
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11)
    return { parent: fields[1] ?? 0, cpuUs: (utime + stime) * tickUs, endedUs: (cutime + cstime) * tickUs }
  } catch {
    // It ended meanwhile.
    return null
  }
}

/** CPU time that a process has used, in µs. */
export const cpuOf = (pid: number): number => statOf(pid)?.cpuUs ?? 0

/** CPU time that a PostgreSQL has used, all its processes counted, those that have ended too, in µs. */
export function postgresCpuOf(dataDir: string): number {
  const postmaster = Number(
    readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0],
  )
  const own = statOf(postmaster)
  if (!own) throw new Error('PostgreSQL does not run')
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => statOf(Number(name)))
    .filter(stat => stat?.parent === postmaster)
    .reduce((sum, stat) => sum + (stat?.cpuUs ?? 0), own.cpuUs + own.endedUs)
}

/** Memory of a process that is resident, in MiB. */
export function residentMib(pid: number): number {
  const [, kib = 'NaN'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1_024
}

/** Processes that wait for a processor or have one, averaged over a minute. */
export const loadAverage = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? ''
