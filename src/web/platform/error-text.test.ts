import { expect, test } from 'vitest'
import { errorCodes } from '../../contract/errors.ts'
import { ApiError } from './api-error.ts'
import { errorText, errorWords } from './error-text.ts'

test('every code has words that end like a sentence, or are the specification’s own', () => {
  for (const code of errorCodes) {
    if (code !== '409_SESSION_CONFLICT') expect(errorText[code], code).toMatch(/^[A-Z].*\.$/)
  }
})

test('a 422 is said in its own words, another refusal in ours', () => {
  const failure = { status: 422, message: 'Please enter a valid industry' }
  expect(errorWords(new ApiError({ ...failure, code: 'invalid' }))).toBe('Please enter a valid industry')
  expect(errorWords(new ApiError({ ...failure, code: 'busy' }))).toBe(errorText.busy)
})

test('a limit says how long it lasts', () => {
  const limited = (retryAfterSeconds: number) =>
    errorWords(new ApiError({ code: 'rate_limited', status: 429, message: '', retryAfterSeconds }))
  expect(limited(1)).toBe('Too many tries. Try again in 1 second.')
  expect(limited(42)).toBe('Too many tries. Try again in 42 seconds.')
  expect(limited(61)).toBe('Too many tries. Try again in 2 minutes.')
})
