import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** Messages by field, in the order the product specification checks them. */
export type Problems = Record<string, string[]>

/** `ghana`: ten digits with one of the specification's prefixes; `international`: E.164 digits. */
export type PhoneRule = 'ghana' | 'international'

const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i
const ghanaPhone = /^(?:024|020|050|055|054|030|027|057|026|056|059)\d{7}$/
const internationalPhone = /^\+?[1-9]\d{7,14}$/
const nameWord = /^(?:\p{L}\p{M}*){2,}$/u

/** A label in punycode can spell a look-alike of somebody else's domain. */
const punycode = /[@.]xn--/i

export const isEmail = (text: string) =>
  text.length <= limits.emailMaxLength && emailPattern.test(text) && !punycode.test(text)

/** The first message that fails for an e-mail field, or null. `onRegister` picks the register screen's words. */
export function emailProblem(text: string, onRegister = false): string | null {
  const typed = text.trim()
  if (typed === '') return messages.emailEmpty
  if (isEmail(typed)) return null
  return onRegister ? messages.emailInvalidOnRegister : messages.emailInvalid
}

/** The password rules in the specification's order: [message, holds]. The register hint shows them too. */
export const passwordRules: readonly (readonly [message: string, holds: (password: string) => boolean])[] = [
  [messages.passwordLength, password => password.length >= limits.passwordMinLength],
  [messages.passwordNumber, password => /\d/.test(password)],
  [messages.passwordLower, password => /\p{Ll}/u.test(password)],
  [messages.passwordUpper, password => /\p{Lu}/u.test(password)],
  [messages.passwordSpecial, password => /[^\p{L}\p{N}\s]/u.test(password)],
]

const passwordProblems = (password: string): string[] =>
  passwordRules.filter(([, holds]) => !holds(password)).map(([message]) => message)

/** A new password and its repetition, in the same order; empty when both will do. */
export function newPasswordProblems(password: string, confirmation: string): Problems {
  const failing = passwordProblems(password)
  return {
    ...(failing.length > 0 && { password: failing }),
    ...(password !== confirmation && { password_confirmation: [messages.confirmation] }),
  }
}

/** What the register form collects; `experience` may come as a number. */
export interface RegistrationForm {
  email: string
  industry: string
  address: string
  job_title: string
  company: string
  experience: string | number
  phone: string
  name: string
  password: string
  password_confirmation: string
}

const letters = (text: string) => text.trim().length

/** True where a phone number holds to the rule the operator set. */
export const isPhone = (phone: string, rule: PhoneRule) =>
  rule === 'ghana' ? ghanaPhone.test(phone) : internationalPhone.test(phone.replace(/[\s()-]/g, ''))

/** Every failing rule by field, fields in the specification's order; empty when all hold. */
export function registrationProblems(form: RegistrationForm, phoneRule: PhoneRule): Problems {
  const problems: Problems = {}
  const check = (field: keyof RegistrationForm, holds: boolean, message: string) => {
    if (!holds) problems[field] = [...(problems[field] ?? []), message]
  }
  const email = emailProblem(form.email, true)
  if (email) problems.email = [email]
  check('industry', letters(form.industry) >= 3, messages.industry)
  check('address', letters(form.address) >= 3, messages.address)
  check('job_title', letters(form.job_title) >= 1, messages.jobTitle)
  check('company', letters(form.company) >= 2, messages.company)
  check('experience', letters(String(form.experience)) >= 1, messages.experience)
  check('phone', isPhone(form.phone.trim(), phoneRule), messages.phone)
  const words = form.name.trim().split(/\s+/)
  check('name', words.length >= 2 && words.every(word => nameWord.test(word)), messages.name)
  return { ...problems, ...newPasswordProblems(form.password, form.password_confirmation) }
}
