import { expect, test } from 'vitest'
import { createSealer } from './sealer.ts'

const secret = 'a secret of the installation'
const plain = Buffer.from('what an authenticator knows')

test('what was sealed opens under the same secret, also in another process', () => {
  const sealed = createSealer(secret).seal(plain, 'user 1')
  expect(sealed.includes(plain)).toBe(false)
  expect(createSealer(secret).open(sealed, 'user 1')).toEqual(plain)
})

test('the same text sealed twice is two texts', () => {
  const { seal } = createSealer(secret)
  expect(seal(plain, 'user 1')).not.toEqual(seal(plain, 'user 1'))
})

test('another secret, another owner and any changed byte open nothing', () => {
  const { seal, open } = createSealer(secret)
  const sealed = seal(plain, 'user 1')
  expect(createSealer('another secret').open(sealed, 'user 1')).toBe(null)
  expect(open(sealed, 'user 2')).toBe(null)
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(open(changed, 'user 1'), `byte ${at}`).toBe(null)
  }
  expect(open(Buffer.alloc(0), 'user 1')).toBe(null)
})
