import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { queryClient } from './query-client.ts'

const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {}
if (typeof retry !== 'function' || typeof retryDelay !== 'function')
  throw new Error('Queries are tried again by a rule')

const refusal = (status: number, retryAfterSeconds?: number) =>
  new ApiError({ code: 'rate_limited', message: '', status, retryAfterSeconds })

test('a read that was refused for some seconds is sent again after them, twice at most', () => {
  expect(retry(0, refusal(429, 1))).toBe(true)
  expect(retryDelay(0, refusal(429, 3))).toBe(3_000)
  expect(retryDelay(0, refusal(503))).toBe(1_000)
  expect(retry(2, refusal(429, 1))).toBe(false)
})

test('a read that was refused for longer, or for good, is not sent again', () => {
  for (const error of [refusal(429, 60), refusal(429), refusal(404)]) expect(retry(0, error)).toBe(false)
})
