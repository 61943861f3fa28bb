import { describe, expect, test } from 'vitest'
import type { Session } from '../../contract/auth.ts'
import { anEmail, aPassword } from '../testing/builders.ts'
import { errorOf } from '../testing/client.ts'
import { expectRefused, openSocialWorld } from '../testing/social-world.ts'

const { pool, world } = await openSocialWorld()
const { client } = world

/** Presses the newest link mailed to an address, with the password of its account. */
const connectBy = async (email: string, more: object = { password: aPassword }) =>
  client.post('/social/link', { code: await world.linkCodeTo(email), ...more }, world.from())

describe('a provider that does not vouch for the address', () => {
  test('its owner connects the two by a mailed link, once, and is let in from then on', async () => {
    const person = world.aPerson({ email: anEmail() })
    await world.anAccount(person.email)
    expect((await world.ask('FACEBOOK', world.facebook(person))).status).toBe(200)
    expectRefused(await world.logIn('FACEBOOK', world.facebook(person)), 403, 'verify_required')
    const [mail = ''] = await world.mailsTo(person.email, 'social-link')
    expect(mail).toContain('> Kojo Asante')
    const code = await world.linkCodeTo(person.email)
    const link = await client.post('/social/link', { code, password: aPassword }, world.from())
    expect(link.json()).toEqual({
      message: 'Facebook is connected to your account. You can now sign in by it.',
    })
    expect((await world.logIn('FACEBOOK', world.facebook(person))).json<Session>().user.email).toBe(
      person.email,
    )
    expect((await client.post('/social/link', { code }, world.from())).status).toBe(400)
  })

  test('also a Google address that Google does not run goes by mail, one of Workspace does not', async () => {
    const elsewhere = world.aPerson({ email: anEmail() })
    await world.anAccount(elsewhere.email)
    const token = await world.google(elsewhere)
    expectRefused(await world.logIn('GOOGLE', token), 403, 'verify_required')
    // The token is spent: it cannot be made to send mail after mail.
    expectRefused(await world.logIn('GOOGLE', token), 401, 'invalid_credentials')
    const workspace = world.aPerson({ email: anEmail(), hd: 'example.com' })
    await world.anAccount(workspace.email)
    expect((await world.logIn('GOOGLE', await world.google(workspace))).status).toBe(200)
  })

  test('a newer link replaces the one before; three an hour at most; none for a disabled account', async () => {
    const person = world.aPerson({ email: anEmail() })
    await world.anAccount(person.email)
    await world.logIn('FACEBOOK', world.facebook(person))
    const first = await world.linkCodeTo(person.email)
    for (let round = 0; round < 4; round += 1) await world.logIn('FACEBOOK', world.facebook(person))
    expect(await world.mailsTo(person.email, 'social-link')).toHaveLength(3)
    expect((await client.post('/social/link', { code: first }, world.from())).status).toBe(400)
    expect((await connectBy(person.email)).status).toBe(200)
    const closed = world.aPerson({ email: anEmail() })
    await world.anAccount(closed.email, 'disabled')
    expectRefused(await world.logIn('FACEBOOK', world.facebook(closed)), 403, 'verify_required')
    expect(await world.mailsTo(closed.email, 'social-link')).toHaveLength(0)
  })

  test('a link is dead an hour after its mail left, and once the account has another address', async () => {
    const late = world.aPerson({ email: anEmail() })
    await world.anAccount(late.email)
    await world.logIn('FACEBOOK', world.facebook(late))
    await pool.query("UPDATE mail_outbox SET sent_at = now() - interval '61 minutes' WHERE to_address = $1", [
      late.email,
    ])
    const lateCode = await world.linkCodeTo(late.email)
    expect((await client.post('/social/link', { code: lateCode }, world.from())).status).toBe(400)
    const mover = world.aPerson({ email: anEmail() })
    const id = await world.anAccount(mover.email)
    await world.logIn('FACEBOOK', world.facebook(mover))
    await pool.query('UPDATE users SET email = $2, email_canonical = $2 WHERE id = $1', [id, anEmail()])
    const moverCode = await world.linkCodeTo(mover.email)
    expect((await client.post('/social/link', { code: moverCode }, world.from())).status).toBe(400)
  })

  test('the link proves an unproved address, and ends the password of whoever registered it', async () => {
    const person = world.aPerson({ email: anEmail() })
    await world.anAccount(person.email, 'unverified')
    await world.logIn('FACEBOOK', world.facebook(person))
    expect((await connectBy(person.email, {})).status).toBe(200)
    expect((await world.logIn('FACEBOOK', world.facebook(person))).status).toBe(200)
    const squatter = await client.post('/login', { email: person.email, password: aPassword }, world.from())
    expect(squatter.status).toBe(401)
  })

  test('the link of an open account asks for its password, is still good after a wrong one, and tells its owner', async () => {
    const person = world.aPerson({ email: anEmail() })
    await world.anAccount(person.email)
    await world.logIn('FACEBOOK', world.facebook(person))
    const bare = await connectBy(person.email, {})
    expect([bare.status, errorOf(bare).errors?.password?.length]).toEqual([422, 1])
    const wrong = await connectBy(person.email, { password: 'Somebody-Elses-1!' })
    expect([wrong.status, errorOf(wrong).errors?.password?.length]).toEqual([422, 1])
    expectRefused(await world.logIn('FACEBOOK', world.facebook(person)), 403, 'verify_required')
    expect(await world.mailsTo(person.email, 'social-connected')).toHaveLength(0)
    expect((await connectBy(person.email)).status).toBe(200)
    expect((await world.mailsTo(person.email, 'social-connected'))[0]).toContain('by Facebook')
  })

  test('a link that is refused takes nobody away', async () => {
    const owner = world.aPerson({ email: anEmail() })
    await world.anAccount(owner.email)
    await world.logIn('FACEBOOK', world.facebook(owner))
    await connectBy(owner.email)
    // Somebody else asks for the owner's account, and is connected to an own one before the link is pressed.
    const other = world.aPerson({ email: owner.email })
    await world.logIn('FACEBOOK', world.facebook(other))
    const elsewhere = { ...other, email: anEmail() }
    await world.anAccount(elsewhere.email)
    await world.logIn('FACEBOOK', world.facebook(elsewhere))
    expect((await connectBy(elsewhere.email)).status).toBe(200)
    const refused = await connectBy(owner.email)
    expect([refused.status, errorOf(refused).code]).toEqual([400, 'invalid_or_expired'])
    expect((await world.logIn('FACEBOOK', world.facebook(owner))).status).toBe(200)
  })

  test('of the name at a provider the mail keeps the letters, at most sixty', async () => {
    const givenName = 'You have won: visit https://evil-prize.com/now or evil。com'
    const person = world.aPerson({ email: anEmail(), givenName, familyName: 'x'.repeat(200) })
    await world.anAccount(person.email)
    await world.logIn('FACEBOOK', world.facebook(person))
    const [mail = ''] = await world.mailsTo(person.email, 'social-link')
    const [, name = ''] = /^> (.*)$/m.exec(mail) ?? []
    expect(name).toMatch(/^You have won visit https evil-prize com now or evil com x+$/)
    expect(name).toHaveLength(60)
  })

  test.each([[''], ['x'], ['A'.repeat(43)]])('a code that was never mailed is refused: %j', async code => {
    const answer = await client.post('/social/link', { code }, world.from())
    expect([answer.status, errorOf(answer).code]).toEqual([400, 'invalid_or_expired'])
  })
})
