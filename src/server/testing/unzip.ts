import { inflateRawSync } from 'node:zlib'

/** The files of a ZIP by name, read by its central directory. */
export function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from('PK\x05\x06')) + 16)
  while (zip.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const packed = zip.readUInt32LE(at + 20)
    const nameLength = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(from, from + packed)
    const plain = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), plain.toString('utf8'))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
