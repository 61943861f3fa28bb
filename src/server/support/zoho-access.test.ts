import { afterAll, expect, test } from 'vitest'
import { testContext } from '../testing/context.ts'
import { testDatabase } from '../testing/database.ts'
import { startFakeCrm } from '../testing/fake-crm.ts'
import { crmOf } from './crm-of.ts'

const { pool } = await testDatabase()
const ctx = testContext(pool)
const fake = await startFakeCrm()
afterAll(() => fake.close())

test('a CRM that refuses every token is asked for one more, then for none for two minutes', async () => {
  const settings = {
    accountsUrl: fake.url,
    clientId: 'client',
    clientSecret: 'a-client-secret',
    refreshToken: 'a-refresh-token',
    lastPromptField: null,
    lastAnswerField: null,
  }
  const crm = crmOf(ctx, settings, 'http://unused')
  const insert = () => crm.insert([{ Last_Name: 'Mensah' }])
  fake.answerInsert(() => ({ status: 401, body: { code: 'OAUTH_SCOPE_MISMATCH', message: 'x' } }))
  await expect(insert()).rejects.toThrow('401 OAUTH_SCOPE_MISMATCH')
  for (let attempt = 0; attempt < 12; attempt += 1) await expect(insert()).rejects.toThrow('a moment ago')
  expect(fake.accessAsked()).toBe(2)

  await pool.query(`UPDATE crm_token SET wait_until = wait_until - interval '121 seconds'`)
  await expect(insert()).rejects.toThrow('401 OAUTH_SCOPE_MISMATCH')
  expect(fake.accessAsked()).toBe(3)

  // Mended on the other side: the token at hand is tried before the wait is over.
  fake.answerInsert(null)
  expect(await insert()).toMatchObject([{ kind: 'taken' }])
})
