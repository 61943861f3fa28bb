import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasScreen } from '../../contract/screens.ts'
import { sendError } from './error-mapper.ts'
import type { HttpApp } from './http.ts'
import { isUnderMaintenance, sendMaintenancePage } from './maintenance-page.ts'

export interface WebFiles {
  /** Sends the file or the page that a request means; false when it means none. */
  answer(request: FastifyRequest, reply: FastifyReply): boolean
}

/** A page whose words the server knows: they stand in it before, and without, its script. */
export interface ReadyPage {
  /** Safe HTML, as the body is. */
  title: string
  body: string
}

/** Who writes the words of a page, by its address. */
type ReadyPages = Readonly<Record<string, () => Promise<ReadyPage>>>

/** Files whose name holds the hash of what is in them never change. */
const hashedName = /^\/assets\/.+-[\w-]{8,}\.\w+$/
const page = 'index.html'
/** What stands at '/' where the build made one; it has no other address. */
const home = 'home.html'

/**
 * Serves the built app from `folder`, compressed ahead by the build; in the place of its pages, while the server ends or has
 * no database, the page that says so. Only what stood there at the start is served, looked up by its exact path: there is
 * nothing to traverse, and no dotfile, source map or compressed twin has an address.
 */
export async function serveWebFiles(
  app: HttpApp,
  folder: string,
  readyPages: ReadyPages = {},
): Promise<WebFiles> {
  const files = existsSync(folder) ? filesIn(folder) : new Set<string>()
  if (files.size === 0) return { answer: () => false }
  await app.fastify.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  const frame = files.has(`/${page}`) ? readFileSync(join(folder, page), 'utf8') : ''
  const sendPage = (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const ready = readyPages[pathOf(request).replace(/\/$/, '')]
    isUnderMaintenance(app)
      .then(async isDown => {
        if (isDown) sendMaintenancePage(reply)
        else if (ready) sendReadyPage(frame, await ready(), reply)
        else if (hasPage(request, files)) sendFile(name, reply)
        else sendNothingHere(reply)
      })
      .catch(error => sendError(error, request, reply))
  }
  return {
    answer(request, reply) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const path = pathOf(request)
      const isFile = files.has(path) && path !== `/${page}` && path !== `/${home}`
      if (!isFile && !wantsPage(request, path)) return false
      if (isFile) sendFile(path, reply)
      else sendPage(pageOf(path, files), request, reply)
      return true
    },
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

/** The app's page, which can be read as it comes; what it says where no script runs would not be true of it. */
function sendReadyPage(frame: string, { title, body }: ReadyPage, reply: FastifyReply): void {
  const html = frame
    .replace(/<title>[^<]*/, found => found.replace('<title>', () => `<title>${title} · `))
    .replace(/<noscript>[\s\S]*?<\/noscript>\s*/, '')
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
  void reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
}

function sendFile(name: string, reply: FastifyReply): void {
  if (hashedName.test(name)) void reply.sendFile(name, { maxAge: '1y', immutable: true })
  else void reply.header('cache-control', 'no-cache').sendFile(name, { cacheControl: false })
}

/** Whether an address has a screen of the app, or a page that the build wrote ready. */
function hasPage(request: FastifyRequest, files: ReadonlySet<string>): boolean {
  const path = pathOf(request)
  return hasScreen(path) || pageOf(path, files) !== `/${page}`
}

/** The app says so itself; never as something that has not changed since, which would be an empty page. */
function sendNothingHere(reply: FastifyReply): void {
  const options = { cacheControl: false, etag: false, lastModified: false }
  void reply.code(404).header('cache-control', 'no-cache').sendFile(`/${page}`, options)
}

function filesIn(folder: string): Set<string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  return new Set(paths.filter(path => !/\/\.|\.(?:map|br|gz)$/.test(path)))
}

/** A navigation to a place inside the app: whoever asks takes a page, and the path has plain segments without a dot. */
function wantsPage(request: FastifyRequest, path: string): boolean {
  if (!/^\/(?:[\w~-]+(?:\/[\w~-]+)*\/?)?$/.test(path)) return false
  const { accept = '*/*', 'sec-fetch-mode': mode } = request.headers
  if (accept.includes('text/html')) return true
  // A tool that takes anything is shown the page too; a script's fetch, which a browser marks, is not.
  return accept.includes('*/*') && mode === undefined
}

/** A page that the build wrote ready for this path or one above it, else the app's one page. */
function pageOf(path: string, files: ReadonlySet<string>): string {
  if (path === '/') return files.has(`/${home}`) ? `/${home}` : `/${page}`
  for (let at = path.replace(/\/$/, ''); at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const name = `${at}.html`
    if (name !== `/${home}` && files.has(name)) return name
  }
  return `/${page}`
}
