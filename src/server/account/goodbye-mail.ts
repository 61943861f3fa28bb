import type { Mail } from '../platform/mail.ts'
import { layoutMail } from '../platform/mail-layout.ts'

/** The last mail of an account. */
export function goodbyeMail({ email, name }: { email: string; name: string }): Mail {
  const content = layoutMail({
    name,
    paragraphs: [
      'Your account has been deleted, as you asked: your profile, your conversations with their answers, your sign-ins and your messages to support as we stored them.',
      'The credit entries stay in our books, without your name or address. You can register again with this email address at any time. Starter credits are given once: a code that names nobody tells us that you had them.',
      'Thank you for having worked with us.',
    ],
    footnotes: ['If it was not you, somebody knew your password: change it wherever else you use it.'],
  })
  return { to: email, subject: 'Your account was deleted', ...content }
}
