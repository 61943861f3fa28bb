import { limits } from '../../contract/limits.ts'
import { newPasswordProblems, type Problems } from '../../contract/registration.ts'
import { isGuessablePassword } from './guessable-password.ts'

const tooCommon = 'This password is too common. Please choose another one.'
const tooLong = `Password must be at most ${limits.passwordMaxLength} characters long`

/** What is wrong with a password that somebody wants to have from now on: the specification's rules, then our own. */
export function problemsOfNewPassword(password: string, confirmation: string): Problems {
  const problems = newPasswordProblems(password, confirmation)
  if (password.length > limits.passwordMaxLength) return { ...problems, password: [tooLong] }
  return problems.password || !isGuessablePassword(password)
    ? problems
    : { password: [tooCommon], ...problems }
}
