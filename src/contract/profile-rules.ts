import { limits } from './limits.ts'
import { messages, profileMessages } from './messages.ts'
import type { Problems } from './registration.ts'

/** What one may write of one's own profile; e-mail address, roles and credits are not among it. */
export interface Profile {
  name: string
  location: string
  phone: string | null
  gender: string
  occupation: string
  industry: string
  company: string
  job_title: string
  education: string
  /** Years. */
  experience: number
  age: number | null
}

/** The text fields, in the order in which the specification checks them. */
export const profileTextFields = [
  'location',
  'gender',
  'occupation',
  'industry',
  'company',
  'job_title',
  'education',
] as const

/** Letters of any script with their marks, digits, spaces, period, comma, apostrophe (typed or curly) and hyphen. */
const allowedText = /^[\p{L}\p{M}\p{Nd} .,'’-]+$/u
const aLetter = /\p{L}/u
const phoneCharacters = /^[\d +().-]*\d[\d +().-]*$/
const wholeNumber = /^\d{1,2}$/

/** A field as it was typed, trimmed; a number counts as its digits, anything else as nothing. */
const typed = (value: unknown): string => {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

const isGiven = (value: unknown) => value !== undefined && value !== null

function isProfileText(value: unknown, fewestLetters: number): boolean {
  if (typeof value !== 'string') return false
  const text = value.trim()
  const { length } = Array.from(text)
  return (
    length >= fewestLetters && length <= limits.fieldMaxLength && aLetter.test(text) && allowedText.test(text)
  )
}

function isPhone(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const phone = value.trim()
  const isWithin = phone.length >= limits.phoneLength && phone.length <= limits.profilePhoneMaxLength
  return phone === '' || (isWithin && phoneCharacters.test(phone))
}

const isExperience = (value: unknown) => {
  const years = typed(value)
  return wholeNumber.test(years) && Number(years) <= limits.experienceMaxYears
}

function isAge(value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const age = typed(value)
  return age === '' || (wholeNumber.test(age) && Number(age) > 0)
}

/**
 * Every failing rule by field, fields in the specification's order; empty when all hold. Takes a form as typed as well
 * as any JSON object: a field of another type fails its rule.
 */
export function profileProblems(form: Readonly<Record<string, unknown>>): Problems {
  const problems: Problems = {}
  for (const field of profileTextFields) {
    if (!isProfileText(form[field], limits.profileTextMinLength)) problems[field] = [profileMessages[field]]
  }
  if (!isExperience(form.experience)) problems.experience = [profileMessages.experience]
  if (!isProfileText(form.name, limits.profileNameMinLength)) problems.name = [messages.name]
  if (isGiven(form.phone) && !isPhone(form.phone)) problems.phone = [profileMessages.phone]
  if (isGiven(form.age) && !isAge(form.age)) problems.age = [profileMessages.age]
  return problems
}

/** The profile that a form without problems stands for: trimmed, numbers as numbers, empty optional fields null. */
export function profileOf(form: Readonly<Record<string, unknown>>): Profile {
  const optional = (value: unknown) => typed(value) || null
  const age = optional(form.age)
  return {
    name: typed(form.name),
    location: typed(form.location),
    phone: optional(form.phone),
    gender: typed(form.gender),
    occupation: typed(form.occupation),
    industry: typed(form.industry),
    company: typed(form.company),
    job_title: typed(form.job_title),
    education: typed(form.education),
    experience: Number(typed(form.experience)),
    age: age === null ? null : Number(age),
  }
}
