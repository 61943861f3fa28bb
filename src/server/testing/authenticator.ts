import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An authenticator as people have on their phones, apart from the product's own code: base32 in, six digits out. */
export function authenticator(secret: string): (time: Date) => string {
  const bits = Array.from(secret, letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  return time => {
    const counter = Buffer.alloc(8)
    counter.writeUInt32BE(Math.floor(time.getTime() / 30_000), 4)
    const hash = createHmac('sha1', key).update(counter).digest()
    const at = (hash.at(-1) ?? 0) & 15
    return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
  }
}
