import type { User } from '../../contract/auth.ts'
import { type Profile, profileTextFields } from '../../contract/profile-rules.ts'

export type ProfileField = keyof Profile

const [location, ...moreTexts] = profileTextFields

/** The fields as they stand on the screen, where the e-mail address comes second. */
export const profileFields = [
  'name',
  location,
  'phone',
  ...moreTexts,
  'experience',
  'age',
] as const satisfies readonly ProfileField[]

/** The form as typed. */
export type Draft = Record<ProfileField, string>

const draftFrom = (textOf: (field: ProfileField) => string): Draft =>
  Object.fromEntries(profileFields.map(field => [field, textOf(field)])) as Draft

export const draftOf = (user: User): Draft => draftFrom(field => String(user[field] ?? ''))

/** The fields in which two drafts say different things; spaces around say nothing. */
export const differingFields = (one: Draft, other: Draft): ProfileField[] =>
  profileFields.filter(field => one[field].trim() !== other[field].trim())

/** What was typed over `base`, laid over `newer` instead: each field that was not touched follows the newer one. */
export function rebase(base: Draft, typed: Draft, newer: Draft): Draft {
  const touched = differingFields(base, typed)
  return draftFrom(field => (touched.includes(field) ? typed : newer)[field])
}
