import { spawn, spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

/** How a PostgreSQL program is run: PostgreSQL refuses root, and needs a user that has a name. */
export type RunAs = {
  /** Put before the program, e.g. `unshare --user --map-user=1000 --`. */
  prefix: string[]
  /** Set when the programs run as another user, who must own the cluster. */
  owner?: { uid: number; gid: number }
}

export type Finished = { code: number | null; output: string }

/**
 * Chooses how PostgreSQL runs here: as we are; inside a user namespace where root looks like an ordinary user (works in
 * any folder of root's own); or, where that is forbidden, as a less privileged user.
 * @param folder the database's folder, which exists
 * @param probe a program that must be runnable, e.g. pg_ctl
 */
export function chooseRunAs(folder: string, probe: string): RunAs {
  const isRoot = process.getuid?.() === 0
  if (!isRoot && hasName()) return { prefix: [] }
  const owner = statSync(folder)
  if (isRoot && owner.uid !== 0) return { prefix: [], owner: { uid: owner.uid, gid: owner.gid } }

  const users = namedUsers()
  const mapped = users.find(user => user.uid === 1000) ?? users[0]
  if (mapped) {
    const prefix = ['unshare', '--user', `--map-user=${mapped.uid}`, '--']
    if (works([...prefix, probe, '--version'])) return { prefix }
  }
  const other = users.find(user => user.name === 'postgres') ?? users.find(user => user.name === 'nobody')
  if (isRoot && other && canReach(folder, probe, other)) {
    giveTo(folder, other)
    return { prefix: [], owner: { uid: other.uid, gid: other.gid } }
  }
  throw new StartError(
    isRoot
      ? 'PostgreSQL does not run as root, and no other user can reach this folder: start as an ordinary user, or set DATABASE_URL'
      : 'PostgreSQL needs a user that has a name in /etc/passwd: start as another user, or set DATABASE_URL',
  )
}

/** Runs a program to its end. Never throws for a failing program: read `code`. */
export async function run(
  runAs: RunAs,
  command: string[],
  env: Record<string, string> = {},
): Promise<Finished> {
  const settings = Object.entries({ LC_ALL: 'C', ...env }).map(([name, value]) => `${name}=${value}`)
  const child = spawn('env', [...settings, ...runAs.prefix, ...command], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group: a Ctrl-C at the terminal is for the server, which then stops PostgreSQL in order.
    detached: true,
    ...runAs.owner,
  })
  let output = ''
  child.stdout.on('data', chunk => {
    output += String(chunk)
  })
  child.stderr.on('data', chunk => {
    output += String(chunk)
  })
  return await new Promise(resolve => {
    child.on('error', error => resolve({ code: null, output: error.message }))
    child.on('exit', (code, signal) => {
      // One more round of the loop lets the last output arrive; 'close' would wait for whoever inherited the pipe.
      setImmediate(() => resolve({ code, output: (output || String(signal ?? '')).trim() }))
    })
  })
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

type NamedUser = { name: string; uid: number; gid: number }

function namedUsers(): NamedUser[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(line => line.split(':'))
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
      .filter(user => user.uid > 0 && user.gid > 0)
  } catch {
    return []
  }
}

function works([program = '', ...args]: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', cwd: '/' }).status === 0
}

/** From now on the folder is that user's, whoever starts the product. */
function giveTo(folder: string, { uid, gid }: NamedUser): void {
  chownSync(folder, uid, gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), uid, gid)
}

function canReach(folder: string, probe: string, user: NamedUser): boolean {
  const as = { stdio: 'ignore', cwd: '/', uid: user.uid, gid: user.gid } as const
  return (
    spawnSync(probe, ['--version'], as).status === 0 &&
    spawnSync('/bin/sh', ['-c', 'test -x "$0"', dirname(folder)], as).status === 0
  )
}
