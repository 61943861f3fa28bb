import { expect, test } from 'vitest'
import { trackingClient, trackingEventOf } from './tracking.ts'

const tracked = (paymentOptions: string, status = 'successful') =>
  trackingEventOf({ publicKey: 'FLWPUBK_TEST-1', paymentOptions, status })

// spec: S3.tracking.1, S9.tracking.1
test('a tracking event names its client, its version and language, and no more', () => {
  expect(tracked('card')).toEqual({
    publicKey: 'FLWPUBK_TEST-1',
    language: 'Angular V3',
    version: '1.2.1',
    title: 'Initiate-Charge-card',
    message: '0',
  })
  expect(trackingClient.reportedResponseTimeMs).toBe(10_000)
})

// spec: S7.tracking.2
test.each([
  ['', 'Initiate-Charge-Dashboard'],
  [' , ', 'Initiate-Charge-Dashboard'],
  ['card', 'Initiate-Charge-card'],
  ['card, ussd', 'Initiate-Charge-Multiple'],
  ['card,mobilemoneyghana,ussd', 'Initiate-Charge-Multiple'],
])('the title of options %j is %s', (options, title) => expect(tracked(options).title).toBe(title))

// spec: S3.payment.1, S7.tracking.3
test.each(['successful', 'completed', 'pending', 'failed', 'SUCCESSFUL', ''])(
  'only the status successful is no error: %j',
  status => {
    const isSuccess = status === 'successful'
    expect(tracked('card', status).title).toBe(`Initiate-Charge-card${isSuccess ? '' : '-error'}`)
  },
)
