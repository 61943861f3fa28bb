import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createPool } from '../src/server/platform/pool.ts'
import { borrowEmbeddedPostgres } from '../src/server/platform/postgres/borrow-postgres.ts'
import { openWorld } from './open-world.ts'
import { answered, ask } from './person.ts'
import { openSignedIn } from './signed-in.ts'

const world = openWorld()
const words = 'This answer could not be shown.'
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation' })

/** Puts a document that fits no schema in the place of the answer to a question. */
async function breakAnswerTo(question: string): Promise<string> {
  const { connection, giveBack } = await borrowEmbeddedPostgres({
    dataDir: '.cache/e2e',
    log: { info: () => undefined },
  })
  const pool = createPool(connection, { max: 1 })
  const { rows } = await pool.query<{ code: string }>(
    `with broken as (update turn set document = '{"version": 99}' where question = $1 returning id)
     insert into answer_share (code, turn_id, user_id)
     select $2, id, user_id from turn join broken using (id) returning code`,
    [question, question.replace(/\W/g, '').padEnd(43, 'x').slice(0, 43)],
  )
  await pool.end()
  await giveBack()
  return rows[0]?.code ?? ''
}

test('an answer that could not be shown says so under its question; the others stand, and the conversation goes on', async () => {
  const { page } = await openSignedIn(world)
  const question = `GDP of Kenya, asked at ${Date.now()}`
  await ask(page, 'GDP of Ghana')
  await answered(page)
  await ask(page, question)
  await answered(page)
  const code = await breakAnswerTo(question)
  await page.reload()
  await conversation(page).getByText(words, { exact: true }).waitFor()
  await conversation(page).locator('p').filter({ hasText: question }).waitFor()
  const answers = page.getByRole('article')
  expect(await answers.count()).toBe(2)
  await answers.first().locator('button[data-claim]').first().waitFor()
  expect(await answers.last().getByRole('button').count()).toBe(0)
  await ask(page, 'GDP of Nigeria')
  await answered(page)
  await answers.last().locator('button[data-claim]').first().waitFor()

  const reader = await world.openPage()
  await reader.goto(`${world.product.url}/shared/${code}`)
  await reader.getByRole('heading', { name: question }).waitFor()
  await reader.getByText(words, { exact: true }).waitFor()
})
