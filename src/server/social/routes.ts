import * as contract from '../../contract/social.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import { listConnected } from './connections.ts'
import type { Social } from './social.ts'

const unreadable = 'The sign-in could not be read. Please try again.'

export function mountSocial(app: HttpApp, social: Social): void {
  mount(app, contract.socialOptions, ctx => social.options(ctx))

  mount(app, contract.socialLogin, (ctx, { body, network }) => social.whoIs(ctx, { ...body, network }), {
    problemsOf: () => ({ message: [unreadable] }),
  })

  mount(app, contract.linkSocial, async (ctx, { body, network }) => ({
    message: await social.link(ctx, { ...body, network }),
  }))

  mount(app, contract.getConnected, async ctx => ({ connected: await listConnected(ctx) }))

  mount(app, contract.disconnectSocial, async (ctx, { body, network }) => {
    await social.disconnect(ctx, { ...body, network })
    return { status: 'OK' as const }
  })
}
