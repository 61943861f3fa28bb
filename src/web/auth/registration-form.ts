import { type Problems, type RegistrationForm, registrationProblems } from '../../contract/registration.ts'

/**
 * What fails before the form is sent. Which phone rule holds is the operator's setting, known to the server alone:
 * here a number passes that either rule takes, and the server's 422 has the last word, in the same words.
 */
export function formProblems(form: RegistrationForm): Problems {
  const strict = registrationProblems(form, 'ghana')
  const loose = registrationProblems(form, 'international')
  return strict.phone && !loose.phone ? loose : strict
}
