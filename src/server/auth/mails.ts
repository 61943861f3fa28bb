import type { Mail } from '../platform/mail.ts'
import { layoutMail } from '../platform/mail-layout.ts'
import type { Account } from './account.ts'

type Receiver = Pick<Account, 'email' | 'name'>

/** The link that proves an address. */
export function verifyMail({ email, name }: Receiver, url: string): Mail {
  const content = layoutMail({
    name,
    paragraphs: ['Thank you for registering with Soko. Please confirm that this email address is yours:'],
    action: { label: 'Verify my email address', url },
    footnotes: [
      'The link works once, for 24 hours. A newer mail replaces it.',
      'If you did not register, you need not do anything: without the link the account stays closed.',
    ],
  })
  return { to: email, subject: 'Verify your email address', ...content }
}

/** The link that sets a new password. */
export function resetMail({ email, name }: Receiver, url: string): Mail {
  const content = layoutMail({
    name,
    paragraphs: ['Somebody, perhaps you, asked to reset the password of this account. Set a new one here:'],
    action: { label: 'Set a new password', url },
    footnotes: [
      'The link works once, for one hour. A newer mail replaces it.',
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
  })
  return { to: email, subject: 'Reset your password', ...content }
}

/** What the owner hears once the password is another one. */
export function passwordChangedMail({ email, name }: Receiver, publicUrl: string): Mail {
  const content = layoutMail({
    name,
    paragraphs: [
      'Your password was changed just now. Wherever you were signed in, you have been signed out.',
      'If it was not you, set a new password at once, and tell us through Contact Support:',
    ],
    action: { label: 'Reset your password', url: `${publicUrl}/forgot` },
    footnotes: ['If it was you, you need not do anything.'],
  })
  return { to: email, subject: 'Your password was changed', ...content }
}

/** What the owner hears when somebody registers the address again. */
export function alreadyRegisteredMail({ email, name }: Receiver, publicUrl: string): Mail {
  const content = layoutMail({
    name,
    paragraphs: [
      'Somebody, perhaps you, tried to register with this email address. You already have an account, and nothing about it has changed.',
      'You can sign in here:',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    footnotes: [
      'If you forgot your password, choose ‘Forgot password?’ there. If it was not you, you need not do anything.',
    ],
  })
  return { to: email, subject: 'You already have an account', ...content }
}
