import { randomBytes } from 'node:crypto'
import type { PasswordHasher } from './password.ts'

/** A password that meets the rules and that nobody chose. */
export const makePassword = (): string => `Soko-${randomBytes(9).toString('base64url')}-7a!`

/** The hash of a password that nobody knows: the account is open to whoever sets one by its address. */
export const unknownPassword = ({ hasher }: { hasher: PasswordHasher }): Promise<string> =>
  hasher.hash(makePassword())
