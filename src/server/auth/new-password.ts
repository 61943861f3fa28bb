import { limits } from '../../contract/limits.ts'
import { newPasswordProblems, type Problems } from '../../contract/registration.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isGuessablePassword } from './guessable-password.ts'
import { isPersonalPassword, type Personal } from './personal-password.ts'

const tooCommon = 'This password is too common. Please choose another one.'
const isOwn = 'Please choose a password without your own name, company or address.'
const tooLong = `Password must be at most ${limits.passwordMaxLength} characters long`

/**
 * What is wrong with a password that somebody wants to have from now on: the specification's rules, then our own; of a
 * person who is not known yet (null) without theirs.
 */
export function problemsOfNewPassword(
  password: string,
  confirmation: string,
  person: Personal | null,
): Problems {
  const problems = newPasswordProblems(password, confirmation)
  if (password.length > limits.passwordMaxLength) return { ...problems, password: [tooLong] }
  if (problems.password) return problems
  const ours = isCommonPassword(password) || isGuessablePassword(password) ? tooCommon : null
  const theirs = person && isPersonalPassword(password, person) ? isOwn : null
  const problem = ours ?? theirs
  return problem === null ? problems : { password: [problem], ...problems }
}
