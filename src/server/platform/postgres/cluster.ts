import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { Binaries } from './binaries.ts'
import { type RunAs, run } from './run-as.ts'

/** The database's superuser, which is also the only one: whoever reaches the socket is it. */
export const ADMIN = 'soko'

export type ClusterOptions = {
  /** False only for tests: no fsync, so a power cut may lose everything. */
  durable: boolean
  maxConnections: number
}

/**
 * Makes the cluster where there is none yet. It is made beside its place and renamed into it when whole, so a killed
 * initdb leaves nothing that could be taken for a database.
 * @returns the cluster's folder (PGDATA)
 * @throws StartError when it cannot be made, or belongs to another major version
 */
export async function ensureCluster(
  folder: string,
  binaries: Binaries,
  runAs: RunAs,
  options: ClusterOptions,
  announce: () => void,
): Promise<string> {
  const cluster = join(folder, 'cluster')
  for (const name of readdirSync(folder).filter(name => name.startsWith('cluster.half-'))) {
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 })
  }
  if (!existsSync(cluster)) {
    announce()
    await initialise(folder, cluster, binaries, runAs, options)
  }
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== binaries.major) {
    throw new StartError(
      `${cluster} was made by PostgreSQL ${version} and this is ${binaries.major}: dump and restore it, or set DATABASE_URL`,
    )
  }
  return cluster
}

async function initialise(
  folder: string,
  cluster: string,
  binaries: Binaries,
  runAs: RunAs,
  options: ClusterOptions,
): Promise<void> {
  const half = join(folder, `cluster.half-${process.pid}-${Date.now()}`)
  mkdirSync(half, { mode: 0o700 })
  if (runAs.owner) chownSync(half, runAs.owner.uid, runAs.owner.gid)
  const command = [binaries.initdb, '-D', half, '-U', ADMIN, '-A', 'trust', '--encoding=UTF8', '--locale=C']
  // Byte order for sorting, Unicode for letters, the same on every machine whatever its locales.
  command.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (!options.durable) command.push('--no-sync')
  const made = await run(runAs, command, binaries.env)
  if (made.code !== 0) {
    rmSync(half, { recursive: true, force: true, maxRetries: 5 })
    throw new StartError(`PostgreSQL could not make its database in ${folder}: ${lastLine(made.output)}`)
  }
  renameSync(half, cluster)
  const parent = openSync(folder, 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** Writes the settings anew at each start, so that they follow the code: the cluster holds no settings of its own. */
export function writeSettings(cluster: string, socketFolder: string, options: ClusterOptions): void {
  // A list in a string: the inner quotes keep a comma in the name from ending it.
  const quoted = `'"${socketFolder.replaceAll("'", "''")}"'`
  const onOff = options.durable ? 'on' : 'off'
  writeOwned(
    cluster,
    'postgresql.conf',
    [
      '# Written at each start of the product; changes made here are lost.',
      "listen_addresses = ''",
      `unix_socket_directories = ${quoted}`,
      'unix_socket_permissions = 0700',
      `max_connections = ${options.maxConnections}`,
      'shared_buffers = 128MB',
      'effective_cache_size = 512MB',
      'work_mem = 8MB',
      'maintenance_work_mem = 64MB',
      'max_wal_size = 1GB',
      'checkpoint_timeout = 10min',
      'random_page_cost = 1.1',
      'max_parallel_workers_per_gather = 1',
      'jit = off',
      `fsync = ${onOff}`,
      `full_page_writes = ${onOff}`,
      `synchronous_commit = ${onOff}`,
      "timezone = 'UTC'",
      "log_timezone = 'UTC'",
      "lc_messages = 'C'",
      'log_min_messages = warning',
      "log_line_prefix = '%m [%p] '",
    ].join('\n'),
  )
  writeOwned(
    cluster,
    'pg_hba.conf',
    "# Only the socket, whose folder is its owner's alone.\nlocal all all trust",
  )
}

/** Written as we are, but owned by whoever owns the cluster. */
function writeOwned(cluster: string, name: string, text: string): void {
  const path = join(cluster, name)
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
  const owner = statSync(cluster)
  if (process.getuid?.() === 0 && owner.uid !== 0) chownSync(path, owner.uid, owner.gid)
}

export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim() ?? ''
}
