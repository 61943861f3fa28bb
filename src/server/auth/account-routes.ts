import * as contract from '../../contract/account.ts'
import { emailProblem } from '../../contract/registration.ts'
import { invalid } from '../platform/errors.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import { findAccountById } from './account.ts'
import type { Auth } from './auth.ts'
import { emailChanged, emailChangeRequested } from './email-change.ts'
import { proveOwner } from './prove-owner.ts'
import { factorState } from './second-factor.ts'
import { confirmFactor, endFactor, renewCodes, startFactor } from './second-factor-change.ts'
import { listSignIns } from './sign-in-list.ts'
import { isProvenByProvider, signedOutEverywhere, signOutEverywhere } from './sign-out-everywhere.ts'

/** What protects an account, and the changes of it that only its owner may make. */
export function mountAccountSecurity(app: HttpApp, auth: Auth): void {
  mount(app, contract.getSecurity, async ctx => ({
    email: (await findAccountById(ctx, ctx.user.id))?.email ?? '',
    pending_email: await auth.emailChange.pending(ctx, ctx.user.id),
    second_factor: await factorState(ctx, ctx.user.id),
    is_proven: await isProvenByProvider(ctx),
  }))

  mount(app, contract.getSignIns, async ctx => ({ sign_ins: await listSignIns(ctx) }))

  mount(app, contract.signOutEverywhere, async (ctx, { body, network }) => {
    await signOutEverywhere(ctx, auth, { ...body, network })
    return { message: signedOutEverywhere }
  })

  mount(app, contract.startSecondFactor, async (ctx, { body: { password }, network }) =>
    startFactor(ctx, auth, await proveOwner(ctx, auth, { password, network })),
  )

  mount(app, contract.confirmSecondFactor, async (ctx, { body: { otp }, network }) => ({
    recovery_codes: await confirmFactor(ctx, auth, { userId: ctx.user.id, otp, network }),
  }))

  mount(app, contract.renewRecoveryCodes, async (ctx, { body, network }) => {
    const proven = await proveOwner(ctx, auth, { ...body, network })
    return { recovery_codes: await renewCodes(ctx, auth, proven) }
  })

  mount(app, contract.endSecondFactor, async (ctx, { body, network }) => {
    await endFactor(ctx, auth, await proveOwner(ctx, auth, { ...body, network }))
    return { status: 'OK' as const }
  })

  mountEmailChange(app, auth)
}

function mountEmailChange(app: HttpApp, auth: Auth): void {
  mount(app, contract.changeEmail, async (ctx, { body: { email, ...proof }, network }) => {
    // A mistyped address costs no code.
    const problem = emailProblem(email)
    if (problem) throw invalid({ email: [problem] })
    const account = await proveOwner(ctx, auth, { ...proof, network })
    await auth.emailChange.request(ctx, account, email)
    return { message: emailChangeRequested }
  })

  mount(app, contract.cancelEmailChange, async ctx => {
    await auth.emailChange.cancel(ctx)
    return { status: 'OK' as const }
  })

  mount(app, contract.confirmEmailChange, async (ctx, { body: { code }, network }) => ({
    message: emailChanged,
    ...(await auth.emailChange.confirm(ctx, { code, network })),
  }))
}
