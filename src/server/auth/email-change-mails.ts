import type { Mail } from '../platform/mail.ts'
import { layoutMail } from '../platform/mail-layout.ts'
import type { Account } from './account.ts'
import { disconnectedWords } from './mails.ts'

type Receiver = Pick<Account, 'email' | 'name'>

/** To the new address: the link that proves it. Whose it is nobody knows yet, so it carries no words of the account's. */
export function newEmailMail(email: string, url: string): Mail {
  const content = layoutMail({
    name: null,
    paragraphs: ['You asked to use this email address for your account. Please confirm that it is yours:'],
    action: { label: 'Confirm my new address', url },
    footnotes: [
      'The link works once, for 24 hours. A newer mail replaces it.',
      'If you did not ask for it, you need not do anything: nothing changes without the link.',
    ],
  })
  return { to: email, subject: 'Confirm your new email address', ...content }
}

/** To the address the account has: what was asked for, and how to stop it. */
export function emailChangeAskedMail({ email, name }: Receiver, newEmail: string, publicUrl: string): Mail {
  const content = layoutMail({
    name,
    paragraphs: [
      `Somebody, perhaps you, asked to change the email address of this account to ${newEmail}. Until the link that we sent there is opened, nothing changes.`,
      'If it was not you, somebody knows your password. Set a new one at once: that stops the change too.',
    ],
    action: { label: 'Reset your password', url: `${publicUrl}/forgot` },
    footnotes: ['If it was you, you need not do anything here.'],
  })
  return { to: email, subject: 'Your email address is about to change', ...content }
}

/** To both addresses, once the change is done; `ended` are the providers that were connected until then. */
export function emailChangedMails(
  { email, name }: Receiver,
  newEmail: string,
  ended: readonly string[],
  { publicUrl, supportEmail }: { publicUrl: string; supportEmail: string },
): Mail[] {
  const toOld = layoutMail({
    name,
    paragraphs: [
      `The email address of your account is ${newEmail} from now on. Links that we sent to this address do not work any more.`,
      `If it was not you, write to ${supportEmail} at once.`,
    ],
  })
  const toNew = layoutMail({
    name,
    paragraphs: [
      `Your account has this email address from now on, in place of ${email}.`,
      ...disconnectedWords(ended),
      'You can sign in here:',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
  })
  return [
    { to: email, subject: 'Your email address was changed', ...toOld },
    { to: newEmail, subject: 'Your email address was changed', ...toNew },
  ]
}

/** To the owner of an address that somebody else wants to have. */
export function addressTakenMail({ email, name }: Receiver, publicUrl: string): Mail {
  const content = layoutMail({
    name,
    paragraphs: [
      'Somebody, perhaps you, tried to give another account this email address. It belongs to your account, and nothing about it has changed.',
      'You can sign in here:',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    footnotes: ['If it was not you, you need not do anything.'],
  })
  return { to: email, subject: 'This email address has an account', ...content }
}
