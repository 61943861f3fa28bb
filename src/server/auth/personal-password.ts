import { bare, folded } from './common-passwords.ts'

/** What people say of themselves, as far as a guess begins with it. */
export interface Personal {
  name: string
  company: string | null
  address: string
  email: string
}

/** A part of this length gives a password away wherever it stands in it. */
const tellingLength = 5
/** A shorter one, of at least so many letters, where little else stands beside it. */
const shortLength = 3
const enoughElse = 8

/** True for a password with a part of the own name, company, street address or e-mail address in it. */
export function isPersonalPassword(password: string, { name, company, address, email }: Personal): boolean {
  const parts = [name, company ?? '', address, email].flatMap(partsOf)
  const plain = folded(password)
  return parts.some(
    part =>
      plain.includes(part) &&
      (part.length >= tellingLength || plain.replaceAll(part, '').length < enoughElse),
  )
}

/** Its words, without accents and folded. */
const partsOf = (text: string): string[] =>
  bare(text)
    .split(/[^\p{L}]+/u)
    .filter(part => part.length >= shortLength)
    .map(folded)
