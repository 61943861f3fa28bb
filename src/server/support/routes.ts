import { messages } from '../../contract/messages.ts'
import { askForHelp } from '../../contract/support.ts'
import { type HttpApp, mount } from '../platform/http.ts'
import { problemsOfRequest } from './request.ts'
import { type SupportParts, sendTicket } from './support.ts'

export function mountSupport(app: HttpApp, parts: SupportParts): void {
  mount(
    app,
    askForHelp,
    async (ctx, { body }) => {
      await sendTicket(ctx, parts, body)
      return { message: messages.supportSubmitted }
    },
    { problemsOf: problemsOfRequest },
  )
}
