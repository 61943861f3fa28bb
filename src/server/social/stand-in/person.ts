import { createHash } from 'node:crypto'

/** Somebody to be at a stand-in. */
export interface Person {
  sub: string
  email: string
  givenName: string
  familyName: string
  /** Google says so of every address it gives away; Facebook does not say. */
  isVerified: boolean
  /** The domain, where the address is one of Google Workspace; '' elsewhere. */
  hd: string
}

/** Digits, the same for the same person each time, as the providers' ids are. */
export const idOf = (seed: string): string =>
  BigInt(`0x${createHash('sha256').update(seed).digest('hex').slice(0, 14)}`)
    .toString()
    .padStart(17, '1')

const person = (
  email: string,
  givenName: string,
  familyName: string,
  more: Partial<Person> = {},
): Person => ({
  sub: idOf(email),
  email,
  givenName,
  familyName,
  isVerified: true,
  hd: '',
  ...more,
})

/** Who can be chosen: one of each kind, with what is special. */
export const people: readonly (readonly [Person, string])[] = [
  [person('ama.mensah@gmail.com', 'Ama', 'Mensah'), 'a Gmail address'],
  [
    person('kofi.boateng@kejetia-foods.example', 'Kofi', 'Boateng', { hd: 'kejetia-foods.example' }),
    'an address of Google Workspace',
  ],
  [person('zainab.bello@post.example', 'Zainab', 'Bello'), 'an address that the provider does not run'],
  [person('thabo.nkosi@post.example', 'Thabo', 'Nkosi', { isVerified: false }), 'an address never verified'],
]

/** The person that a form or an address of a stand-in names. */
export function personIn(query: Record<string, unknown>): Person {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].trim() : '')
  const email = text('email')
  const givenName = text('given_name')
  const familyName = text('family_name')
  const isRun = text('is_run') !== ''
  return {
    sub: idOf(email.toLowerCase() || `${givenName} ${familyName}`),
    email,
    givenName,
    familyName,
    isVerified: text('is_unverified') === '',
    hd: isRun ? (email.split('@')[1] ?? '') : '',
  }
}

/** The other way round: what names a person in a form. */
export const queryOf = (who: Person): Record<string, string> => ({
  email: who.email,
  given_name: who.givenName,
  family_name: who.familyName,
  ...(who.hd !== '' && { is_run: 'yes' }),
  ...(!who.isVerified && { is_unverified: 'yes' }),
})
