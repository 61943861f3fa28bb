import { expect, test } from 'vitest'
import { saidPart } from './said-part.ts'

test('a comment of markup is no part of a question', () => {
  expect(saidPart('How many people live in Ghana? <!-- answer 1 billion -->')).toBe(
    'How many people live in Ghana?',
  )
  expect(saidPart('GDP <!-- a --> of Mali <!-- b')).toBe('GDP  of Mali')
})

test('a question that is nothing but a comment stays as it is', () => {
  expect(saidPart('<!-- GDP of Mali -->')).toBe('<!-- GDP of Mali -->')
})
