import { isLoopbackName } from './own-names.ts'

interface Outbound {
  DATABASE_URL?: string | undefined
  OPENAI_COMPATIBLE_URL?: string | undefined
  ALLOW_INSECURE_OUTBOUND: 'on' | 'off'
}

/**
 * Demands that nothing leaves this machine unencrypted, unless that is allowed in so many words. Mail is not among it:
 * with `mailNeedsTls` the sender itself insists on TLS.
 */
export function demandEncryption(settings: Outbound, demand: (holds: boolean, line: string) => void): void {
  if (settings.ALLOW_INSECURE_OUTBOUND === 'on') return
  const { DATABASE_URL: database, OPENAI_COMPATIBLE_URL: model } = settings
  const orAllow = 'off this machine, or set ALLOW_INSECURE_OUTBOUND=on'
  demand(
    database === undefined || isDatabaseHere(database) || isDatabaseEncrypted(database),
    `Setting DATABASE_URL must ask for TLS (sslmode=verify-full) ${orAllow}`,
  )
  demand(
    model === undefined || model.startsWith('https:') || isLoopbackName(new URL(model).hostname),
    `Setting OPENAI_COMPATIBLE_URL must be an https:// address ${orAllow}`,
  )
}

/** Whether a mail server is elsewhere, so that mails go there over TLS or not at all. */
export const mailNeedsTls = (smtpUrl: string): boolean => !isLoopbackName(new URL(smtpUrl).hostname)

/** On this machine: by a loopback name, over a socket (a path in place of the name), or by no name at all. */
function isDatabaseHere(url: string): boolean {
  const host = parameter(url, 'host') ?? decodeURIComponent(new URL(url).hostname)
  return host === '' || host.startsWith('/') || isLoopbackName(host)
}

/** Whether the driver encrypts and checks the server's certificate, as it reads these parameters. */
function isDatabaseEncrypted(url: string): boolean {
  const mode = parameter(url, 'sslmode')
  if (mode === null) return ['true', '1'].includes(parameter(url, 'ssl') ?? '')
  // Read as libpq reads it, 'require' checks no certificate.
  const checks = parameter(url, 'uselibpqcompat') === 'true' ? [] : ['require']
  return [...checks, 'verify-ca', 'verify-full'].includes(mode)
}

/** Of a repeated parameter the driver takes the last. */
const parameter = (url: string, name: string): string | null =>
  new URL(url).searchParams.getAll(name).at(-1) ?? null
