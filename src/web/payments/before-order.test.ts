import { expect, test } from 'vitest'
import { keepBeforeOrder, keptBeforeOrder } from './before-order.ts'

test('an order waits until what stands before it is kept, and for nothing once that is gone', async () => {
  const done: string[] = []
  const stop = keepBeforeOrder(async () => {
    await Promise.resolve()
    done.push('kept')
  })
  await keptBeforeOrder()
  expect(done).toEqual(['kept'])
  stop()
  await keptBeforeOrder()
  expect(done).toEqual(['kept'])
})

test('what cannot be kept holds up no order', async () => {
  const stop = keepBeforeOrder(() => Promise.reject(new Error('no connection')))
  await expect(keptBeforeOrder()).resolves.toBeUndefined()
  stop()
})
