import { createPasswordHasher } from '../auth/password.ts'

/** The least that argon2 accepts: some 100 µs of processor time instead of 25 ms, for tests that do not measure time. */
export const cheapHasher = () => createPasswordHasher(undefined, { memoryCost: 8, timeCost: 1 })
