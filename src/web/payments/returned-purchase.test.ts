import { expect, test } from 'vitest'
import { readReturn, withoutReturn } from './returned-purchase.ts'

// spec: S3.verification.1, S7.express-verify.1
test.each([
  ['?order-id=ABC&token=t.1', { by: 'order', orderId: 'ABC', token: 't.1' }],
  ['?order-id=ABC&token=EC-1&PayerID=P', { by: 'order', orderId: 'ABC', token: 'EC-1' }],
  ['?a=1?order-id=ABC&token=t', { by: 'order', orderId: 'ABC', token: 't' }],
  [
    '?status=successful&tx_ref=ABC&transaction_id=12',
    { by: 'transaction', txRef: 'ABC', transactionId: '12' },
  ],
  ['?status=cancelled&tx_ref=ABC', { by: 'transaction', txRef: 'ABC', transactionId: null }],
])('a return is read from %s', (search, found) => expect(readReturn(search)).toEqual(found))

test.each(['', '?', '?token=t', '?order-id=ABC', '?order-id=&token=t', '?tx_ref=', '?q=order-id'])(
  'nothing came back by %j',
  search => expect(readReturn(search)).toBeNull(),
)

test('the address loses what the provider put into it, and nothing else', () => {
  expect(withoutReturn('?order-id=ABC&token=t')).toBe('')
  expect(withoutReturn('?a=1?order-id=ABC&token=t&PayerID=P')).toBe('?a=1')
  expect(withoutReturn('?status=successful&tx_ref=ABC&transaction_id=1&b=%2F')).toBe('?b=%2F')
})
