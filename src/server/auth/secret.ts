import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in 43 URL-safe characters: tokens and the codes of links. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored in its place. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const isSecret = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
