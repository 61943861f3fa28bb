import { expect, onTestFinished, test } from 'vitest'
import { startFakeModelServer } from '../../testing/fake-model-server.ts'
import { createProviderModel } from './provider-model.ts'
import { AnswerMeter } from './stream-limits.ts'

test('what the taker of a word throws ends that stream alone', async () => {
  const server = await startFakeModelServer(() => ({ text: 'One two three.', paceMs: 20 }))
  onTestFinished(() => server.close())
  const model = createProviderModel({
    provider: 'openai-compatible',
    model: 'fake',
    url: server.url,
    key: null,
  })
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Count.' }] }]
  const take = () => {
    throw new Error('cannot take it')
  }
  const streaming = model.stream({ prompt }, take, new AnswerMeter())
  await expect(streaming).rejects.toThrow('cannot take it')
  await expect.poll(server.aborted).toBe(1)
})
