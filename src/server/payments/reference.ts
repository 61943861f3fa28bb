import { randomBytes } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const length = 15

/** A purchase's reference: 15 characters of base32 from a secure source, 75 bits that nobody guesses. */
export const makeReference = (): string =>
  Array.from(randomBytes(length), byte => letters[byte & 31]).join('')

export const isReference = (text: string): boolean => /^[A-Z2-7]{15}$/.test(text)
