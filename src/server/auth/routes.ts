import * as contract from '../../contract/auth.ts'
import { messages } from '../../contract/messages.ts'
import { AppError } from '../platform/errors.ts'
import { credentialsOf, type HttpApp, mount, openEventStream } from '../platform/http.ts'
import { readUser } from './account.ts'
import { mountAccountSecurity } from './account-routes.ts'
import type { Auth } from './auth.ts'
import { problemsOfNewPassword } from './new-password.ts'
import { passwordReset, resetRequested } from './password-reset.ts'
import {
  problemsOfRegistration,
  registerAccount,
  registeredAtOnce,
  registrationReceived,
} from './register.ts'
import { reEnableSession, revokeSession } from './session.ts'
import { followSession } from './session-stream.ts'
import { signIn } from './sign-in.ts'
import { askUserExists } from './user-exists.ts'

export function mountAuth(app: HttpApp, auth: Auth): void {
  mount(app, contract.userExists, (ctx, { body, network }) =>
    askUserExists(ctx, auth.rateLimits, { ...body, network }),
  )

  mount(
    app,
    contract.register,
    async (ctx, { body, network }) => {
      const status = await registerAccount(ctx, auth, { ...body, network })
      return status === 'active' ? { message: registeredAtOnce, status } : { message: registrationReceived }
    },
    { problemsOf: body => problemsOfRegistration(body, auth.phoneRule) },
  )

  mount(app, contract.resendValidation, async (ctx, { query: { email = '' }, network, request }) => {
    // A GET that sends something: a picture on any page could call it.
    if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('cross_site')
    await auth.verification.resend(ctx, { email, network })
    return { message: messages.verificationSent }
  })

  mount(app, contract.verifyEmail, async (ctx, { body: { code } }) => ({
    message: await auth.verification.verify(ctx, code),
  }))

  mount(app, contract.login, (ctx, { body, network, request }) => {
    const { email, password = '', otp, authToken, provider, puzzle } = body
    const origin = { network, userAgent: request.headers['user-agent'] }
    return authToken !== undefined && provider !== undefined
      ? auth.byProvider.signIn(ctx, { authToken, provider, otp, ...origin })
      : signIn(ctx, auth, { email, password, otp, puzzle, ...origin })
  })

  mount(app, contract.logout, async (ctx, { request }) => {
    const credentials = credentialsOf(request)
    if (credentials) await revokeSession(ctx, credentials.token)
    return { message: 'You have been logged out.' }
  })

  mountPasswordReset(app, auth)
  mountAccountSecurity(app, auth)

  mount(
    app,
    contract.reEnableSession,
    async ctx => {
      await reEnableSession(ctx, ctx.user.id, ctx.user.sessionId)
      return { status: 'OK' as const, user: await readUser(ctx, ctx.user.id) }
    },
    { acceptsSuperseded: true },
  )

  mount(app, contract.sessionEvents, async (ctx, { reply }) => {
    const giveBack = auth.streamPlaces.take(ctx.user.id, 'session')
    followSession(ctx, auth.userEvents, openEventStream(reply, giveBack))
    return reply
  })
}

/** The forgotten password, each call under its own address and under the former sign-in service's. */
function mountPasswordReset(app: HttpApp, auth: Auth): void {
  for (const endpoint of [contract.forgotPassword, contract.forgotPasswordLegacy]) {
    mount(app, endpoint, async (ctx, { body: { email }, network }) => {
      await auth.passwordReset.request(ctx, { email, network })
      return { message: resetRequested }
    })
  }

  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  mount(
    app,
    contract.resetPassword,
    async (ctx, { body: { code, password, password_confirmation }, network }) => {
      await auth.passwordReset.reset(ctx, { code, password, confirmation: password_confirmation, network })
      return { message: passwordReset }
    },
    {
      problemsOf: body => problemsOfNewPassword(text(body.password), text(body.password_confirmation), null),
    },
  )

  mount(
    app,
    contract.resetPasswordLegacy,
    async (ctx, { body: { email, password, code }, network }) => {
      await auth.passwordReset.reset(ctx, { code, password, confirmation: password, email, network })
      return { message: passwordReset }
    },
    { problemsOf: body => problemsOfNewPassword(text(body.password), text(body.password), null) },
  )
}
