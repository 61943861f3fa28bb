import * as contract from '../../contract/account.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import { type AccountParts, accountDeleted, deleteAccount, downloadData } from './account.ts'

export function mountAccount(app: HttpApp, parts: AccountParts): void {
  mount(
    app,
    contract.downloadData,
    async (ctx, { reply }) =>
      reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="soko-my-data.json"')
        .header('x-content-type-options', 'nosniff')
        .send(await downloadData(ctx, parts)),
    { expensive: app.expensiveCalls },
  )

  mount(app, contract.deleteAccount, async (ctx, { body, network }) => {
    await deleteAccount(ctx, parts, { ...body, network })
    return { message: accountDeleted }
  })
}
