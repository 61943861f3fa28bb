/** Work the server asks for: text to extend until its SHA-256 begins with `difficulty` zero bits. */
interface Puzzle {
  challenge: string
  difficulty: number
}

/** Digests tried before the page gets a turn. */
const slice = 256

/** Counts the zero bits a digest begins with. */
export function leadingZeroBits(digest: Uint8Array): number {
  let bits = 0
  for (const byte of digest) {
    if (byte === 0) bits += 8
    else return bits + Math.clz32(byte) - 24
  }
  return bits
}

/** Finds the answer in small slices, so that typing stays smooth. */
export async function solvePuzzle({ challenge, difficulty }: Puzzle): Promise<string> {
  const encoder = new TextEncoder()
  for (let from = 0; ; from += slice) {
    const answers = Array.from({ length: slice }, (_, offset) => String(from + offset))
    const digests = await Promise.all(
      answers.map(answer => crypto.subtle.digest('SHA-256', encoder.encode(`${challenge}:${answer}`))),
    )
    const found = digests.findIndex(digest => leadingZeroBits(new Uint8Array(digest)) >= difficulty)
    if (found !== -1) return answers[found] ?? ''
    await new Promise(resolve => setTimeout(resolve))
  }
}
