import type { Pool } from 'pg'
import { grantStarter } from '../src/server/credits/credits.ts'
import { aSignedInUser, type SignedInTestUser } from '../src/server/testing/builders.ts'
import { testContext } from '../src/server/testing/context.ts'

/** People who are signed in and have credits, straight into the database. */
export async function signPeopleIn(
  pool: Pool,
  count: number,
  creditsEach = 100,
): Promise<SignedInTestUser[]> {
  const ctx = testContext(pool)
  const users: SignedInTestUser[] = []
  while (users.length < count) {
    const some = Array.from({ length: Math.min(8, count - users.length) }, async () => {
      const user = await aSignedInUser(pool)
      await grantStarter(ctx, user.id, creditsEach)
      return user
    })
    users.push(...(await Promise.all(some)))
  }
  return users
}
