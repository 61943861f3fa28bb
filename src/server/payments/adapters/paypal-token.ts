import { ProviderError, type Reach } from '../provider.ts'
import {
  callProvider,
  fieldsOf,
  type ProviderAnswer,
  type ProviderCall,
  refusalOf,
  textIn,
} from './call-provider.ts'

interface Token {
  text: string
  /** By the clock that is handed in. */
  goodUntilMs: number
}

/** A token this close to its end is not begun with. */
const spareMs = 300_000

/** A call with the access token of the app. */
export type AuthorisedCall = (call: Omit<ProviderCall, 'url'> & { path: string }) => Promise<ProviderAnswer>

/**
 * Changes client id and secret for an access token, once for all calls until it nears its end. One that is refused before
 * is dropped, and the call made once more with a new one.
 */
export function createPaypalCalls(
  settings: { url: string; clientId: string; clientSecret: string },
  reach: Reach,
): AuthorisedCall {
  const { url, clientId, clientSecret } = settings
  let kept: Token | null = null
  let renewing: Promise<Token> | null = null

  async function ask(): Promise<Token> {
    const what = 'PayPal token'
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
    const answer = await callProvider(reach, {
      what,
      url: `${url}/v1/oauth2/token`,
      method: 'POST',
      headers: {
        authorization: `Basic ${basic.toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: 'grant_type=client_credentials',
    })
    if (answer.status === 400) throw new ProviderError('misconfigured', `${what}: answered 400`)
    if (answer.status !== 200) throw refusalOf(what, answer.status)
    const { access_token, expires_in } = fieldsOf(answer.json)
    const text = textIn(access_token)
    const lifeSeconds = typeof expires_in === 'number' ? expires_in : 0
    if (text === null || !/^[\x21-\x7e]{1,4096}$/.test(text))
      throw new ProviderError('malformed', `${what}: no token`)
    return { text, goodUntilMs: reach.clock.now().getTime() + lifeSeconds * 1_000 - spareMs }
  }

  /** Whoever asks while one is under way waits for that one. */
  async function token(): Promise<Token> {
    if (kept && kept.goodUntilMs > reach.clock.now().getTime()) return kept
    renewing ??= ask().finally(() => {
      renewing = null
    })
    kept = await renewing
    return kept
  }

  return async ({ path, headers, ...call }) => {
    const send = ({ text }: Token) =>
      callProvider(reach, {
        ...call,
        url: `${url}${path}`,
        headers: { accept: 'application/json', ...headers, authorization: `Bearer ${text}` },
      })
    const first = await token()
    const answer = await send(first)
    if (answer.status !== 401) return answer
    if (kept === first) kept = null
    return send(await token())
  }
}
