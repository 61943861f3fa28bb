import * as contract from '../../contract/profile.ts'
import { profileProblems } from '../../contract/profile-rules.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { readProfile, updateProfile } from './profile.ts'

export function mountProfile(app: HttpApp, rateLimits: RateLimits): void {
  mount(app, contract.getProfile, ctx => readProfile(ctx))

  mount(
    app,
    contract.updateProfile,
    async (ctx, { body }) => ({ status: 'OK' as const, ...(await updateProfile(ctx, rateLimits, body)) }),
    { problemsOf: profileProblems },
  )
}
