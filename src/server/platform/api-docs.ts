import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { errorBody } from '../../contract/errors.ts'
import { namedParts } from '../../contract/named-parts.ts'
import { escapeHtml } from './escape-html.ts'
import type { HttpApp } from './http.ts'

/** `/api/docs/openapi.json` and a page to read at `/api/docs`, both made from the endpoints that are mounted. */
export function mountApiDocs(app: HttpApp): void {
  const html = 'text/html; charset=utf-8'
  app.fastify.get('/api/docs', (_, reply) => reply.type(html).send(docsPage(app.mounted)))
  app.fastify.get('/api/docs/openapi.json', (_, reply) => reply.send(openApi(app.mounted)))
  app.fastify.get('/api/docs/style.css', (_, reply) => reply.type('text/css; charset=utf-8').send(style))
}

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    metadata: namedParts,
  })
  return rest
}

function parametersIn(place: 'path' | 'query', schema: z.ZodMiniType | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }))
}

const answerType: Record<NonNullable<Endpoint['kind']>, string> = {
  stream: 'text/event-stream',
  either: 'application/json',
  file: 'application/octet-stream',
}

function operationOf(endpoint: Endpoint) {
  const { kind, access, body, query, params, answer, summary } = endpoint
  const content: Record<string, { schema: object }> = {
    [kind ? answerType[kind] : 'application/json']: { schema: jsonSchema(answer, 'output') },
  }
  if (kind === 'either') content['text/event-stream'] = { schema: { type: 'string' } }
  return {
    summary,
    parameters: [...parametersIn('path', params), ...parametersIn('query', query)],
    ...(access === 'session' && { security: [{ bearer: [], device: [] }, { bearer: [] }] }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
    }),
    responses: {
      200: { description: 'OK', content },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

const deviceWords = 'optional; one that is sent must be the session’s own, else 401, and the session lives on'

/** The same document with each schema's own definitions among its components, where a reference finds them. */
function withSharedParts<T extends { components: { schemas: object } }>(document: T): T {
  const schemas = { ...document.components.schemas }
  const text = JSON.stringify(document, (key, value) => {
    if (key !== '$defs') return value
    Object.assign(schemas, value)
    return undefined
  })
  const components = { ...document.components, schemas }
  const moved = (json: string) => json.replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')
  return { ...JSON.parse(moved(text)), components: JSON.parse(moved(JSON.stringify(components))) }
}

/** The endpoints as an OpenAPI 3.1 document. */
export function openApi(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return withSharedParts({
    openapi: '3.1.0',
    info: { title: 'Soko', version: '1', description: 'Every error has the body of the schema Error.' },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        device: { type: 'apiKey', in: 'header', name: 'X-Device-Token', description: deviceWords },
      },
    },
  })
}

function docsPage(endpoints: readonly Endpoint[]): string {
  const sections = endpoints.map(endpoint => {
    const { method, path, summary, access, kind } = endpoint
    const parts = [
      shown('Path', endpoint.params, 'input'),
      shown('Query', endpoint.query, 'input'),
      shown('Body', endpoint.body, 'input'),
      kind === 'stream' ? '<p>Answers an event stream.</p>' : shown('Answer', endpoint.answer, 'output'),
    ]
    const lock = access === 'session' ? '<span class="lock">signed in</span>' : ''
    return `<section><h2><b>${method}</b> <code>/api${escapeHtml(path)}</code>${lock}</h2>
<p>${escapeHtml(summary)}</p>${parts.join('')}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Soko API</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><h1>Soko API</h1>
<p>JSON over HTTP, with or without a trailing slash. Signed-in calls send <code>Authorization: Bearer &lt;token&gt;</code> and
<code>X-Device-Token</code> (${deviceWords}). Machine-readable: <a href="/api/docs/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
<section><h2>Errors</h2>${shown('Body', errorBody, 'output')}</section></body></html>`
}

function shown(title: string, schema: z.ZodMiniType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const text = escapeHtml(JSON.stringify(jsonSchema(schema, io), null, 2))
  return `<details><summary>${title}</summary><pre>${text}</pre></details>`
}

const style = `
body{max-width:860px;margin:0 auto;padding:32px 16px;background:#FAF8F3;color:#14130F;font:15px/1.55 system-ui,sans-serif}
h1{color:#0C5B4C}h2{font-size:16px;margin:0}h2 b{color:#0C5B4C}a{color:#0C5B4C}
section{background:#fff;border:1px solid #E7E2D6;border-radius:10px;padding:16px 20px;margin:0 0 12px}
.lock{margin-left:10px;font-size:12px;font-weight:400;color:#9A6400}summary{cursor:pointer;color:#6A665B}
pre{overflow:auto;background:#F3EFE6;border-radius:6px;padding:12px;font-size:13px}
`
