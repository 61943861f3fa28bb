import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts what the database holds but must not tell: its key is not in the database. */
export interface Sealer {
  /** `about` (e.g. whose it is) is sealed in: moved to another place, it does not open. */
  seal(plain: Buffer, about: string): Buffer
  /** null for what was changed, moved, or sealed under another secret. */
  open(sealed: Buffer, about: string): Buffer | null
}

const keyIdBytes = 4
const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM under a key derived from the installation's secret. Layout: key id, nonce, tag, cipher text. */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'soko sealed secrets', 32))
  const keyId = createHash('sha256').update(key).digest().subarray(0, keyIdBytes)
  return {
    seal(plain, about) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([keyId, iv, cipher.getAuthTag(), text])
    },
    open(sealed, about) {
      const textAt = keyIdBytes + ivBytes + tagBytes
      if (sealed.length < textAt || !sealed.subarray(0, keyIdBytes).equals(keyId)) return null
      const iv = sealed.subarray(keyIdBytes, keyIdBytes + ivBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, iv)
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(keyIdBytes + ivBytes, textAt))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
