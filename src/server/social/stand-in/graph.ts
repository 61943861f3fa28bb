import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { keyIn } from './issuer.ts'
import type { Person } from './person.ts'

/** An answer of the Graph. */
export interface GraphAnswer {
  status: number
  body: object
}

/** What a token is made with, where it differs from a good one. */
interface TokenMaking {
  appId?: string
  type?: 'USER' | 'PAGE'
  expiresAt?: number
}

/** Facebook's Graph, as far as sign-in asks it. */
export interface Graph {
  appId: string
  appSecret: string
  tokenFor(person: Person, making?: TokenMaking): string
  inspect(query: Record<string, unknown>): GraphAnswer
  me(query: Record<string, unknown>): GraphAnswer
}

const lifeSeconds = 7_200

interface Held extends Required<TokenMaking> {
  person: Person
  /** No two tokens are the same. */
  id: string
}

const failure = (code: number, message: string): GraphAnswer => ({
  status: 400,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'local' } },
})

const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Its tokens hold whom they are for, sealed: nothing is stored. */
export function createGraph({ appId, keyFile }: { appId: string; keyFile: string }): Graph {
  let known: string | undefined
  const secret = () => {
    known ??= createHash('sha256').update(keyIn(keyFile)).digest('hex').slice(0, 32)
    return known
  }
  const sealOf = (body: string) => createHmac('sha256', secret()).update(body).digest('hex')

  function open(token: unknown): Held | null {
    const [, body, seal] = /^EAA([\w-]+)\.([0-9a-f]{64})$/.exec(typeof token === 'string' ? token : '') ?? []
    if (!body || !seal || !same(seal, sealOf(body))) return null
    return JSON.parse(Buffer.from(body, 'base64url').toString()) as Held
  }

  const isOver = ({ expiresAt }: Held) => expiresAt <= Date.now() / 1_000

  return {
    appId,
    get appSecret() {
      return secret()
    },
    tokenFor(person, making = {}) {
      const expiresAt = Math.floor(Date.now() / 1_000) + lifeSeconds
      const held: Held = { appId, type: 'USER', expiresAt, ...making, person, id: randomUUID() }
      const body = Buffer.from(JSON.stringify(held)).toString('base64url')
      return `EAA${body}.${sealOf(body)}`
    },
    inspect({ access_token, input_token }) {
      if (access_token !== `${appId}|${secret()}`) return failure(190, 'Invalid OAuth access token.')
      const held = open(input_token)
      if (!held) {
        const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }
        return { status: 200, body: { data: { error, is_valid: false, scopes: [] } } }
      }
      const data = {
        app_id: held.appId,
        type: held.type,
        application: 'Soko',
        data_access_expires_at: held.expiresAt,
        expires_at: held.expiresAt,
        is_valid: !isOver(held),
        scopes: ['email', 'public_profile'],
        user_id: held.person.sub,
      }
      return { status: 200, body: { data } }
    },
    me({ access_token, appsecret_proof, fields }) {
      const held = open(access_token)
      if (!held || isOver(held)) return failure(190, 'Error validating access token.')
      // A browser has no proof to give; one that is given must be right.
      const proof = createHmac('sha256', secret()).update(String(access_token)).digest('hex')
      if (appsecret_proof !== undefined && appsecret_proof !== proof) {
        return failure(100, 'Invalid appsecret_proof provided in the API argument')
      }
      return { status: 200, body: picked(held.person, String(fields ?? 'id,name')) }
    },
  }
}

/** The fields asked for; one the person does not have is left out, as the Graph does. */
function picked(person: Person, fields: string): object {
  const all: Record<string, unknown> = {
    id: person.sub,
    name: `${person.givenName} ${person.familyName}`.trim(),
    first_name: person.givenName,
    last_name: person.familyName,
    email: person.email,
    picture: { data: { url: '/favicon.svg', is_silhouette: true, height: 50, width: 50 } },
  }
  const asked = new Set(['id', ...fields.split(',')])
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => asked.has(name) && value !== ''))
}
