import * as contract from '../../contract/social.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import type { Social } from './social.ts'

const unreadable = 'The sign-in could not be read. Please try again.'

export function mountSocial(app: HttpApp, social: Social): void {
  mount(app, contract.socialOptions, ctx => social.options(ctx))

  mount(app, contract.socialLogin, (ctx, { body, network }) => social.whoIs(ctx, { ...body, network }), {
    problemsOf: () => ({ message: [unreadable] }),
  })

  mount(app, contract.linkSocial, async (ctx, { body: { code }, network }) => ({
    message: await social.link(ctx, { code, network }),
  }))
}
