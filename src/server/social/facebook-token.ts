import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { isEmail } from '../../contract/registration.ts'
import type { Context } from '../platform/context.ts'
import { notProved, providerAway, providerMaxMs, type TokenReader } from './provider-identity.ts'

export interface FacebookSource {
  appId: string
  appSecret: string
  /** Without a slash at its end. */
  graphUrl: string
  /** E.g. 'v25.0'. */
  version: string
}

const id = z.string().check(z.regex(/^\d{1,32}$/))

/** What the Graph says of a token; of one that is no good only `is_valid` is sure to be there. */
const inspected = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.optional(z.string()),
    type: z.optional(z.string()),
    user_id: z.optional(id),
    /** Seconds; 0 for a token that does not expire. */
    expires_at: z.optional(z.number()),
    data_access_expires_at: z.optional(z.number()),
  }),
})

const text = z._default(z.string(), '')
const person = z.object({ id, email: text, first_name: text, last_name: text })

/** The Graph's own words for a token that it does not take. */
const graphError = z.object({ error: z.object({ code: z.number() }) })
const badTokenCode = 190
/** How long the use of a token without an end is remembered. */
const neverSeconds = 10 * 365 * 86_400

/**
 * Reads Facebook's access tokens: made for our app and a user, still good, and of the person that `/me` names. The Graph
 * does not say whether an address was verified, so it proves none.
 */
export function createFacebookReader({ appId, appSecret, graphUrl, version }: FacebookSource): TokenReader {
  /** An app that requires its secret answers nobody without it. */
  const proofOf = (token: string) => createHmac('sha256', appSecret).update(token).digest('hex')

  async function ask(ctx: Context, path: string, query: Record<string, string>): Promise<unknown> {
    let status = 0
    let body: unknown
    try {
      const answer = await fetch(`${graphUrl}/${version}${path}?${new URLSearchParams(query)}`, {
        signal: AbortSignal.timeout(providerMaxMs),
        redirect: 'error',
      })
      status = answer.status
      body = await answer.json()
    } catch (error) {
      throw providerAway(ctx, 'FACEBOOK', error)
    }
    if (status === 200) return body
    const failure = graphError.safeParse(body)
    if (failure.success && failure.data.error.code === badTokenCode) {
      throw notProved(ctx, 'FACEBOOK', `${path} refused the token`)
    }
    throw providerAway(ctx, 'FACEBOOK', new Error(`${path} answered ${status}`))
  }

  /** The answer in its shape. Whatever has another one says nothing. */
  function shaped<S extends z.ZodMiniType>(ctx: Context, schema: S, body: unknown): z.output<S> {
    const read = schema.safeParse(body)
    if (!read.success) throw providerAway(ctx, 'FACEBOOK', new Error('The Graph answered in another shape'))
    return read.data
  }

  /** Whose the token is, and until when it is good. */
  async function ownerOf(ctx: Context, token: string): Promise<{ userId: string; expiresSeconds: number }> {
    const appToken = `${appId}|${appSecret}`
    const query = { input_token: token, access_token: appToken, appsecret_proof: proofOf(appToken) }
    const { data } = shaped(ctx, inspected, await ask(ctx, '/debug_token', query))
    const nowSeconds = ctx.clock.now().getTime() / 1_000
    const isOver = (seconds: number | undefined) =>
      seconds !== undefined && seconds !== 0 && seconds <= nowSeconds
    const refuse = (reason: string) => notProved(ctx, 'FACEBOOK', reason)
    if (!data.is_valid) throw refuse('not valid')
    // A token that any other app was given would let its owner in here as that person.
    if (data.app_id !== appId) throw refuse('made for another app')
    if (data.type !== 'USER' || data.user_id === undefined) throw refuse('no token of a user')
    if (isOver(data.expires_at) || isOver(data.data_access_expires_at)) throw refuse('expired')
    const ends = [data.expires_at, data.data_access_expires_at].filter(seconds => seconds !== undefined)
    const expiresSeconds = Math.min(nowSeconds + neverSeconds, ...ends.filter(seconds => seconds > 0))
    return { userId: data.user_id, expiresSeconds }
  }

  return {
    async read(ctx, token) {
      const { userId, expiresSeconds } = await ownerOf(ctx, token)
      const me = await ask(ctx, '/me', {
        fields: 'id,email,first_name,last_name',
        access_token: token,
        appsecret_proof: proofOf(token),
      })
      const { id, email, first_name, last_name } = shaped(ctx, person, me)
      if (id !== userId) throw notProved(ctx, 'FACEBOOK', 'of somebody else')
      return {
        provider: 'FACEBOOK',
        subject: id,
        email: isEmail(email) ? email : null,
        provesEmail: false,
        givenName: first_name,
        familyName: last_name,
        once: { token, expiresSeconds },
      }
    },
  }
}
