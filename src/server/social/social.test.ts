import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import type { SocialOptions } from '../../contract/social.ts'
import { authenticator } from '../testing/authenticator.ts'
import { anEmail, aPassword, aRegistration } from '../testing/builders.ts'
import { createClient, errorOf } from '../testing/client.ts'
import { socialApp } from '../testing/social-app.ts'
import { expectRefused, openSocialWorld, type TokenMaking } from '../testing/social-world.ts'

const { database, pool, app, world } = await openSocialWorld()
const { client } = world

describe('who a token is of', () => {
  // spec: S3.social-result.1, S7.social-login.1
  test('Google’s and Facebook’s tokens answer address and names, from the token and not from the body', async () => {
    const person = world.aPerson()
    const answer = await client.post(
      '/social_login',
      { authToken: await world.google(person), provider: 'GOOGLE', email: 'somebody.else@gmail.com' },
      world.from(),
    )
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      status: 'OK',
      data: { email: person.email, given_name: 'Kojo', family_name: 'Asante' },
    })
    const other = world.aPerson({ givenName: 'Efua' })
    expect((await world.ask('FACEBOOK', world.facebook(other))).json()).toEqual({
      status: 'OK',
      data: { email: other.email, given_name: 'Efua', family_name: 'Asante' },
    })
  })

  const seconds = Math.floor(Date.now() / 1_000)
  test.each<[string, Record<string, unknown>]>([
    ['another audience', { aud: 'another-app' }],
    ['several audiences, ours among them', { aud: ['soko-local', 'another-app'] }],
    ['another issuer', { iss: 'https://accounts.google.com.evil.example' }],
    ['a time that is over', { iat: seconds - 7_200, exp: seconds - 3_600 }],
    ['no end', { exp: undefined }],
    ['a beginning long ago', { iat: seconds - 200_000 }],
    ['a beginning in the future', { iat: seconds + 3_600, exp: seconds + 7_200 }],
    ['an address never verified', { email_verified: false }],
    ['no word on whether the address was verified', { email_verified: undefined }],
    ['no address', { email: undefined }],
    ['no subject', { sub: undefined }],
    ['no nonce', { nonce: undefined }],
    ['a nonce that is not ours', { nonce: `AAAAAAAAAAAAAAAA.9999999999.${'A'.repeat(43)}` }],
  ])('a token of Google with %s is refused', async (_, claims) => {
    const person = world.aPerson()
    expectRefused(await world.ask('GOOGLE', await world.google(person, claims)), 401, 'invalid_credentials')
    expectRefused(await world.logIn('GOOGLE', await world.google(person, claims)), 401, 'invalid_credentials')
  })

  test('a signature that is not of one of Google’s keys is refused, whatever algorithm or key it names', async () => {
    const good = await world.google(world.aPerson())
    const [head = '', payload = '', signature = ''] = good.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const kid = JSON.parse(Buffer.from(head, 'base64url').toString()).kid as string
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    const sign = (key: Parameters<SignJWT['sign']>[0], alg: string, id: string) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: id }).sign(key)
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const changed = Buffer.from(JSON.stringify({ ...claims, email: 'victim@gmail.com' })).toString(
      'base64url',
    )
    const forged = [
      await sign(privateKey, 'RS256', kid),
      await sign(privateKey, 'RS256', 'unknown'),
      await sign(privateKey, 'PS256', kid),
      // The public key, which everybody has, as if it were a shared secret.
      await sign(Buffer.from(JSON.stringify(app.standIn.issuer.keys())), 'HS256', kid),
      none,
      `${head}.${changed}.${signature}`,
      `${head}.${payload}.`,
      'a.b.c',
      '',
      'x'.repeat(9_000),
    ]
    for (const token of forged) expectRefused(await world.ask('GOOGLE', token), 401, 'invalid_credentials')
    expect((await world.ask('GOOGLE', good)).status).toBe(200)
  })

  const over = Math.floor(Date.now() / 1_000) - 60
  test.each<[string, TokenMaking]>([
    ['made for another app', { appId: '2000000000000002' }],
    ['that is over', { expiresAt: over }],
    ['of a page and not a person', { type: 'PAGE' }],
  ])('a token of Facebook %s is refused', async (_, making) => {
    const token = world.facebook(world.aPerson(), making)
    expectRefused(await world.ask('FACEBOOK', token), 401, 'invalid_credentials')
    expectRefused(await world.logIn('FACEBOOK', token), 401, 'invalid_credentials')
  })

  test('a token of Facebook that it never made is refused', async () => {
    const good = world.facebook(world.aPerson())
    for (const token of [
      '',
      'EAAnonsense',
      `${good}0`,
      good.replace(/.$/, 'x'),
      await world.google(world.aPerson()),
    ]) {
      expectRefused(await world.ask('FACEBOOK', token), 401, 'invalid_credentials')
    }
  })

  test('the Graph takes no other proof than that of our secret', async () => {
    const token = world.facebook(world.aPerson())
    expect(app.standIn.graph.me({ access_token: token, appsecret_proof: 'f'.repeat(64) }).status).toBe(400)
    const stranger = { access_token: '1000000000000001|guess', input_token: token }
    expect(app.standIn.graph.inspect(stranger).status).toBe(400)
  })

  test('somebody without an address at Facebook is told so; once connected, the account’s is answered, masked', async () => {
    const person = world.aPerson({ email: '' })
    expectRefused(await world.ask('FACEBOOK', world.facebook(person)), 422, 'invalid')
    expectRefused(await world.logIn('FACEBOOK', world.facebook(person)), 422, 'invalid')
    const email = anEmail()
    const id = await world.anAccount(email)
    await pool.query("INSERT INTO social_identities VALUES ('FACEBOOK', $1, $2)", [person.sub, id])
    const masked = `${email[0]}•••@${email.split('@')[1]?.[0]}•••`
    expect((await world.ask('FACEBOOK', world.facebook(person))).json()).toMatchObject({
      data: { email: masked },
    })
    expect((await world.logIn('FACEBOOK', world.facebook(person))).status).toBe(200)
  })

  test('what is no such call is refused in the same shape', async () => {
    for (const body of [{}, { authToken: 1, provider: 'GOOGLE' }, { authToken: 'x', provider: 'APPLE' }]) {
      const answer = await client.post('/social_login', body, world.from())
      expect(answer.status).toBe(422)
      expect(errorOf(answer).errors?.message).toHaveLength(1)
    }
  })

  test('thirty refusals stop a network, and no other', async () => {
    const network = world.from()
    const guess = () => client.post('/social_login', { authToken: 'guess', provider: 'GOOGLE' }, network)
    for (let round = 0; round < 30; round += 1) expect((await guess()).status).toBe(401)
    expect((await guess()).status).toBe(429)
    expect((await world.ask('GOOGLE', await world.google(world.aPerson()))).status).toBe(200)
  })
})

describe('sign-in by a provider', () => {
  // spec: S7.login.2
  test('the owner of a Gmail address is let into its account at once, whatever address the body names, and told of it', async () => {
    const person = world.aPerson()
    await world.anAccount(person.email)
    const answer = await world.logIn('GOOGLE', await world.google(person))
    expect(answer.status).toBe(200)
    const session = answer.json<Session>()
    expect(session.user.email).toBe(person.email)
    expect(session.token).toMatch(/^[\w-]{43}$/)
    expect((await world.mailsTo(person.email, 'social-connected'))[0]).toContain(
      'you can sign in to this account by Google',
    )
    // From now on the subject counts: another address at Google changes nothing.
    const moved = { ...person, email: 'new.address@gmail.com' }
    expect((await world.logIn('GOOGLE', await world.google(moved))).json<Session>().user.email).toBe(
      person.email,
    )
    expect(await world.mailsTo(person.email, 'social-connected')).toHaveLength(1)
  })

  test('a nonce lets in once, also when its token is sent many times at once', async () => {
    const person = world.aPerson()
    await world.anAccount(person.email)
    const token = await world.google(person)
    expect((await world.ask('GOOGLE', token)).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.logIn('GOOGLE', token)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 401, 401, 401, 401, 401, 401, 401])
    expectRefused(await world.logIn('GOOGLE', token), 401, 'invalid_credentials')
    expectRefused(await world.ask('GOOGLE', token), 401, 'invalid_credentials')
    const active = await pool.query(
      "SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1 AND s.state = 'active'",
      [person.email],
    )
    expect(active.rowCount).toBe(1)
  })

  test('a token of Facebook lets in once, and sends no mail a second time', async () => {
    const person = world.aPerson({ email: anEmail() })
    const id = await world.anAccount(person.email)
    const asking = world.facebook(person)
    expectRefused(await world.logIn('FACEBOOK', asking), 403, 'verify_required')
    expectRefused(await world.logIn('FACEBOOK', asking), 401, 'invalid_credentials')
    await pool.query("INSERT INTO social_identities VALUES ('FACEBOOK', $1, $2)", [person.sub, id])
    const token = world.facebook(person)
    expect((await world.ask('FACEBOOK', token)).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.logIn('FACEBOOK', token)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 401, 401, 401])
    expectRefused(await world.ask('FACEBOOK', token), 401, 'invalid_credentials')
    expect((await world.logIn('FACEBOOK', world.facebook(person))).status).toBe(200)
  })

  test('two providers’ people at one account are let in side by side, each by its own subject', async () => {
    const email = `both.${Date.now()}@gmail.com`
    const id = await world.anAccount(email)
    const person = world.aPerson({ email })
    await pool.query("INSERT INTO social_identities VALUES ('FACEBOOK', $1, $2)", [person.sub, id])
    expect((await world.logIn('GOOGLE', await world.google(person))).status).toBe(200)
    expect((await world.logIn('FACEBOOK', world.facebook(person))).status).toBe(200)
  })

  test('an address without an account is told so, and the token is still good for registering', async () => {
    const person = world.aPerson()
    const token = await world.google(person)
    expectRefused(await world.logIn('GOOGLE', token), 404, 'not_found')
    const form = aRegistration({ email: person.email, authToken: token, provider: 'GOOGLE' })
    const answer = await client.post('/register', form, world.from())
    expect(answer.json()).toMatchObject({ status: 'active' })
    expect(await world.mailsTo(person.email, 'verify')).toHaveLength(0)
    expectRefused(await world.logIn('GOOGLE', token), 401, 'invalid_credentials')
    expect((await world.logIn('GOOGLE', await world.google(person))).status).toBe(200)
    const byPassword = { email: person.email, password: aPassword }
    expect((await client.post('/login', byPassword, world.from())).status).toBe(200)
  })

  test('registering with a token of somebody else, of a provider that does not vouch, or none proves the address by mail', async () => {
    const stranger = world.aPerson({ email: 'stranger@post.example' })
    const tokens = [
      { authToken: await world.google(world.aPerson()), provider: 'GOOGLE' },
      { authToken: world.facebook(world.aPerson()), provider: 'FACEBOOK' },
      { authToken: 'nonsense', provider: 'GOOGLE' },
    ]
    for (const token of tokens) {
      const email = anEmail()
      const answer = await client.post('/register', aRegistration({ email, ...token }), world.from())
      expect(Object.keys(answer.json<object>())).toEqual(['message'])
      expect(await world.mailsTo(email, 'verify')).toHaveLength(1)
    }
    const own = { authToken: await world.google(stranger), provider: 'GOOGLE' }
    await client.post('/register', aRegistration({ email: stranger.email, ...own }), world.from())
    expect(await world.mailsTo(stranger.email, 'verify')).toHaveLength(1)
  })

  test('whoever registered an address without proving it loses the password to who does prove it', async () => {
    const person = world.aPerson()
    await world.anAccount(person.email, 'unverified')
    const answer = await world.logIn('GOOGLE', await world.google(person))
    expect(answer.status).toBe(200)
    const squatter = await client.post('/login', { email: person.email, password: aPassword }, world.from())
    expect([squatter.status, errorOf(squatter).code]).toEqual([401, 'invalid_credentials'])
    expect((await world.mailsTo(person.email, 'social-connected'))[0]).toContain('does not count any more')
  })

  test('faults 4: a disabled account stays closed, and nothing is connected or spent', async () => {
    const person = world.aPerson()
    await world.anAccount(person.email, 'disabled')
    const token = await world.google(person)
    for (const round of [1, 2]) {
      const answer = await world.logIn('GOOGLE', token)
      expect([round, answer.status, errorOf(answer).code]).toEqual([round, 403, 'account_disabled'])
    }
    const links = await pool.query('SELECT 1 FROM social_identities WHERE subject = $1', [person.sub])
    expect(links.rowCount).toBe(0)
  })

  test('another person who has the address at Google now is not let in without its owner’s mail', async () => {
    const before = world.aPerson()
    await world.anAccount(before.email)
    expect((await world.logIn('GOOGLE', await world.google(before))).status).toBe(200)
    const heir = world.aPerson({ email: before.email })
    expectRefused(await world.logIn('GOOGLE', await world.google(heir)), 403, 'verify_required')
    expect(await world.mailsTo(before.email, 'social-link')).toHaveLength(1)
  })

  test('a second factor is asked for after a provider’s word too, and costs the token nothing', async () => {
    const person = world.aPerson()
    await world.anAccount(person.email)
    const { token, device_token } = (await world.logIn('GOOGLE', await world.google(person))).json<Session>()
    const headers = { authorization: `Bearer ${token}`, 'x-device-token': device_token }
    const asOwner = { headers, ...world.from() }
    const begun = await client.post('/accounts/second_factor/start', { password: aPassword }, asOwner)
    const codeAt = authenticator(begun.json<{ secret: string }>().secret)
    const confirmed = { otp: codeAt(app.clock.now()) }
    expect((await client.post('/accounts/second_factor/confirm', confirmed, asOwner)).status).toBe(200)

    const credential = await world.google(person)
    for (const more of [{}, { otp: '000000' }]) {
      const answer = await world.logIn('GOOGLE', credential, more)
      expect([answer.status, errorOf(answer).code]).toEqual([401, 'second_factor_required'])
    }
    app.clock.advance(30_000)
    const otp = codeAt(app.clock.now())
    expect((await world.logIn('GOOGLE', credential, { otp })).status).toBe(200)
    app.clock.advance(30_000)
    const next = { otp: codeAt(app.clock.now()) }
    expectRefused(await world.logIn('GOOGLE', credential, next), 401, 'invalid_credentials')
  })

  test('a provider that is away is told as such, and costs the token nothing', async () => {
    const lone = await socialApp(database)
    const alone = createClient(lone.app)
    const { nonce } = (await alone.get('/social/options')).json<SocialOptions>()
    const tokens = {
      GOOGLE: await lone.standIn.issuer.tokenFor(world.aPerson(), nonce),
      FACEBOOK: lone.standIn.graph.tokenFor(world.aPerson()),
    }
    await lone.providers.fastify.close()
    for (const [provider, authToken] of Object.entries(tokens)) {
      const answer = await alone.post('/social_login', { authToken, provider }, world.from())
      expectRefused(answer, 503, 'unavailable')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    await lone.close()
  })
})

test('a nonce is good for an hour', async () => {
  const own = await socialApp(database)
  const ownClient = createClient(own.app)
  const { nonce } = (await ownClient.get('/social/options')).json<SocialOptions>()
  const person = world.aPerson()
  own.clock.advance(3_601_000)
  const later = Math.floor(own.clock.now().getTime() / 1_000)
  const claims = { iat: later, exp: later + 3_600 }
  const authToken = await own.standIn.issuer.tokenFor(person, nonce, claims)
  const answer = await ownClient.post('/social_login', { authToken, provider: 'GOOGLE' }, world.from())
  expectRefused(answer, 401, 'invalid_credentials')
  const fresh = (await ownClient.get('/social/options')).json<SocialOptions>().nonce
  const again = await own.standIn.issuer.tokenFor(person, fresh, claims)
  expect(
    (await ownClient.post('/social_login', { authToken: again, provider: 'GOOGLE' }, world.from())).status,
  ).toBe(200)
  await own.close()
})
