import type { Mail } from '../platform/mail.ts'
import { layoutMail } from '../platform/mail-layout.ts'
import type { Account } from './account.ts'

type Receiver = Pick<Account, 'email' | 'name'>

/** The link that proves an address. */
export function verifyMail({ email }: Pick<Receiver, 'email'>, url: string): Mail {
  const content = layoutMail({
    name: null,
    paragraphs: ['Thank you for registering with Soko. Please confirm that this email address is yours:'],
    action: { label: 'Verify my email address', url },
    footnotes: [
      'The link works once, for 24 hours. A newer mail replaces it.',
      'If you did not register, you need not do anything: without the link the account stays closed.',
      'If you want an account but somebody else chose its password, do not open the link. Choose ‘Forgot password?’ on the sign-in page: that proves your address too.',
    ],
  })
  return { to: email, subject: 'Verify your email address', ...content }
}

/** The link that sets a new password. */
export function resetMail({ email, name, status }: Receiver & Pick<Account, 'status'>, url: string): Mail {
  const content = layoutMail({
    name: status === 'unverified' ? null : name,
    paragraphs: ['Somebody, perhaps you, asked to reset the password of this account. Set a new one here:'],
    action: { label: 'Set a new password', url },
    footnotes: [
      'The link works once, for one hour. A newer mail replaces it.',
      'If you did not ask for it, you need not do anything: your password stays as it is.',
    ],
  })
  return { to: email, subject: 'Reset your password', ...content }
}

/** What the owner hears of providers that were connected until now: the address and its password let in. */
export const disconnectedWords = (providers: readonly string[]): string[] =>
  providers.length === 0
    ? []
    : [
        `Signing in by ${providers.join(' and ')} was disconnected with it, so that nobody else gets in that way. Sign in with your email address and your password. To connect it again, sign in by it once more.`,
      ]

/** What the owner hears once the password is another one; `ended` are the providers that were connected until then. */
export function passwordChangedMail(
  { email, name }: Receiver,
  ended: readonly string[],
  publicUrl: string,
): Mail {
  const content = layoutMail({
    name,
    paragraphs: [
      'Your password was changed just now. Wherever you were signed in, you have been signed out.',
      ...disconnectedWords(ended),
      'If it was not you, set a new password at once, and tell us through Contact Support:',
    ],
    action: { label: 'Reset your password', url: `${publicUrl}/forgot` },
    footnotes: ['If it was you, you need not do anything.'],
  })
  return { to: email, subject: 'Your password was changed', ...content }
}

/** What the owner hears of a second factor: the words of each change, and that it may not have been they. */
export function secondFactorMail(
  { email, name }: Receiver,
  change: 'on' | 'off' | 'codes',
  publicUrl: string,
): Mail {
  const { subject, said } = wordsOfSecondFactor[change]
  const content = layoutMail({
    name,
    paragraphs: [
      said,
      'If it was not you, somebody knows your password. Set a new one at once, and tell us through Contact Support:',
    ],
    action: { label: 'Reset your password', url: `${publicUrl}/forgot` },
    footnotes: ['If it was you, you need not do anything.'],
  })
  return { to: email, subject, ...content }
}

const wordsOfSecondFactor = {
  on: {
    subject: 'Two-step sign-in is on',
    said: 'Two-step sign-in was switched on just now: signing in takes a code from your authenticator from now on.',
  },
  off: {
    subject: 'Two-step sign-in is off',
    said: 'Two-step sign-in was switched off just now: your password alone signs you in from now on.',
  },
  codes: {
    subject: 'New recovery codes',
    said: 'New recovery codes were made for your account just now. The ones before do not work any more.',
  },
}

/** What the owner hears when an operator took the second factor off. */
export function factorDroppedMail({ email, name }: Receiver): Mail {
  const content = layoutMail({
    name,
    paragraphs: [
      'Our support switched off the two-step sign-in of your account just now, since you told us that you lost your authenticator and your recovery codes. Your password alone signs you in from now on.',
      'If you did not ask for it, set a new password at once and write to our support.',
    ],
    footnotes: ['You can switch it on again in Settings, under Security.'],
  })
  return { to: email, subject: 'Two-step sign-in is off', ...content }
}

/** What the owner hears when a recovery code stood in for the authenticator. */
export function recoveryCodeMail({ email, name }: Receiver, left: number, publicUrl: string): Mail {
  const content = layoutMail({
    name,
    paragraphs: [
      `A recovery code was used on your account just now. Unused codes left: ${left}.`,
      'If it was not you, set a new password at once, and tell us through Contact Support:',
    ],
    action: { label: 'Reset your password', url: `${publicUrl}/forgot` },
    footnotes: ['New codes are made in Settings, under Security.'],
  })
  return { to: email, subject: 'A recovery code was used', ...content }
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
