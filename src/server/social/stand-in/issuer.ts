import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { importPKCS8, type JSONWebKeySet, SignJWT } from 'jose'
import { localSecret } from '../../platform/local-secret.ts'
import type { Person } from './person.ts'

/** Issues ID tokens as Google does. */
export interface Issuer {
  url: string
  clientId: string
  /** The public half of its key. */
  keys(): JSONWebKeySet
  /** An ID token; `claims` take the place of what would stand in it. */
  tokenFor(person: Person, nonce: string, claims?: Record<string, unknown>): Promise<string>
}

const lifeSeconds = 3_600

/** One line of base64, so that a file of one line can hold it. */
const makeKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 })
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64')

/** The key of this machine's stand-ins. */
export const keyIn = (keyFile: string): string => localSecret(keyFile, makeKey)

export function createIssuer({
  url,
  clientId,
  keyFile,
}: {
  url: string
  clientId: string
  keyFile: string
}): Issuer {
  /** Made at its first use: a start without a sign-in does not wait for it. */
  let known: { pem: string; keys: JSONWebKeySet; kid: string } | undefined
  const own = () => {
    known ??= read()
    return known
  }
  const read = () => {
    const encoded = keyIn(keyFile)
    const kid = createHash('sha256').update(encoded).digest('hex').slice(0, 16)
    const pem = `-----BEGIN PRIVATE KEY-----\n${encoded}\n-----END PRIVATE KEY-----`
    const jwk = createPublicKey(pem).export({ format: 'jwk' })
    const { kty = 'RSA', n = '', e = '' } = jwk
    return { pem, kid, keys: { keys: [{ kty, n, e, kid, alg: 'RS256', use: 'sig' }] } }
  }
  return {
    url,
    clientId,
    keys: () => own().keys,
    async tokenFor(person, nonce, claims = {}) {
      const { pem, kid } = own()
      const now = Math.floor(Date.now() / 1_000)
      const payload = {
        iss: url,
        aud: clientId,
        azp: clientId,
        sub: person.sub,
        email: person.email,
        email_verified: person.isVerified,
        ...(person.hd !== '' && { hd: person.hd }),
        name: `${person.givenName} ${person.familyName}`.trim(),
        given_name: person.givenName,
        family_name: person.familyName,
        nonce,
        iat: now,
        exp: now + lifeSeconds,
        ...claims,
      }
      const key = await importPKCS8(pem, 'RS256')
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid }).sign(key)
    },
  }
}
