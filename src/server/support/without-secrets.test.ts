import { expect, test } from 'vitest'
import { leastMs } from '../testing/least-ms.ts'
import { withoutSecrets } from './without-secrets.ts'

test.each([
  ['My password is Marigold-42! and it fails', 'My password is [removed] and it fails'],
  ['password: "two words"', 'password: [removed]'],
  ['{"password":"hunter2secret","a":1}', '{"password":[removed],"a":1}'],
  ["{'pin': '4417'}", "{'pin': [removed]}"],
  ['the password was hunter2secret', 'the password was [removed]'],
  ['https://me:p@ss@example.com/a stays', 'https://[removed]@example.com/a stays'],
  ['redis://:hunter2@cache:6379', 'redis://[removed]@cache:6379'],
  ['api_key=abc123 rest', 'api_key=[removed] rest'],
  ['Authorization: Bearer abcdefghijklmnop', 'Authorization: Bearer [removed]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl here', '[removed] here'],
  ['https://soko.example/verify/AbC1_defghijklmnopqrstuvwxyz', 'https://soko.example/verify/[removed]'],
  [
    `Shared: https://soko.example/shared/${'aB3_'.repeat(11)}`,
    'Shared: https://soko.example/shared/[removed]',
  ],
  ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', '[removed]'],
  ['card 4242 4242 4242 4242 please', 'card [removed] please'],
  ['4242-4242-4242-4242', '[removed]'],
  ['a0b1c2d3e4f5a0b1c2d3e4f5a0b1c2d3e4f5', '[removed]'],
])('%j goes out as %j', (text, expected) => {
  expect(withoutSecrets(text)).toBe(expected)
})

test.each([
  'GDP of Ghana was US$ 82,300,000,000 in 2024, up from 76,370,000,000.',
  'Call me on +233 24 123 4567 or 0241234567.',
  'Order 1234567890123 of 2026-11-21 has not come.',
  'Conversation thread_AbCdEfGhIjKlMnOpQrStUv, ticket 7d6f8c1e-0000-4000-8000-000000000002',
  'https://soko.example/app/chat/thread_AbCdEfGhIjKlMnOpQrStUv',
  'Reached at https://soko.example:8443/a@b, or ama@example.com',
  'The passage about pins and tokenisation in the report',
])('%j stays as it is', text => {
  expect(withoutSecrets(text)).toBe(text)
})

test('a long text without a match is read in no time', async () => {
  const text = `${'a1-'.repeat(20_000)} ${'1 '.repeat(20_000)} ${'password '.repeat(5_000)} ${'://a:'.repeat(9_000)}`
  expect(await leastMs(() => withoutSecrets(text))).toBeLessThan(1_000)
})
