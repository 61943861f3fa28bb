import type { Mail } from '../platform/mail.ts'
import { layoutMail, type MailContent } from '../platform/mail-layout.ts'
import { type ProviderIdentity, providerNames } from './provider-identity.ts'

interface Receiver {
  email: string
  name: string
}

type AtProvider = Pick<ProviderIdentity, 'provider'>

const mailTo = ({ email, name }: Receiver, subject: string, content: Omit<MailContent, 'name'>): Mail => ({
  to: email,
  subject,
  ...layoutMail({ name, ...content }),
})

/** The link that connects a provider to the account of its address. */
export function linkMail(to: Receiver, identity: ProviderIdentity, url: string): Mail {
  const provider = providerNames[identity.provider]
  const person = plainName(identity)
  return mailTo(to, `Connect ${provider} to your account`, {
    paragraphs: [
      `Somebody, perhaps you, wants to sign in to this account by ${provider}. If it was you, connect the two here:`,
    ],
    ...(person !== '' && { quotes: [{ title: `The name at ${provider}`, text: person }] }),
    action: { label: `Connect ${provider}`, url },
    footnotes: [
      'The link works once, for one hour, and asks for your password. A newer mail replaces it.',
      `If it was not you, do not open it: whoever asked could sign in to your account. Without the link nothing changes.`,
    ],
  })
}

const nameMaxLength = 60

/** A name as a provider tells it, as far as it is one: whoever chose it may have put words or an address in its place. */
const plainName = ({ givenName, familyName }: ProviderIdentity) =>
  [...`${givenName} ${familyName}`.replace(/[^\p{L}\p{M}'’-]+/gu, ' ').trim()]
    .slice(0, nameMaxLength)
    .join('')

/** What the owner hears once a provider does not let in any more. */
export function disconnectedMail(to: Receiver, { provider: id }: AtProvider, publicUrl: string): Mail {
  const provider = providerNames[id]
  return mailTo(to, `${provider} is disconnected from your account`, {
    paragraphs: [
      `Signing in by ${provider} was disconnected just now: your email address and your password let you in.`,
      'If it was not you, somebody knows your password. Set a new one at once, and tell us through Contact Support:',
    ],
    action: { label: 'Reset your password', url: `${publicUrl}/forgot` },
    footnotes: ['If it was you, you need not do anything.'],
  })
}

/** What the owner hears once a provider was connected. */
export function connectedMail(
  to: Receiver,
  identity: AtProvider,
  lostPassword: boolean,
  publicUrl: string,
): Mail {
  const provider = providerNames[identity.provider]
  return mailTo(to, `${provider} is connected to your account`, {
    paragraphs: [
      `From now on you can sign in to this account by ${provider}.`,
      lostPassword
        ? 'The address had not been verified until now, so the password chosen at registration does not count any more. You can set one here:'
        : 'If it was not you, set a new password at once, and tell us through Contact Support:',
    ],
    action: { label: lostPassword ? 'Set a password' : 'Reset your password', url: `${publicUrl}/forgot` },
    footnotes: ['If you have what you need, you need not do anything.'],
  })
}
