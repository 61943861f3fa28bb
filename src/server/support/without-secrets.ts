const removed = '[removed]'

/** What people paste by mistake and nobody else needs to see. */
const patterns: readonly [RegExp, string][] = [
  // The codes of our own links, wherever the product is reached.
  [/(\/(?:verify|reset_password)\/)[\w-]{16,}/g, `$1${removed}`],
  [/:\/\/[^\s/:@]*:[^\s/]+@/g, `://${removed}@`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${removed}`],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, removed],
  [/\b(?:sk|pk|rk|ghp|gho|xox[abp]|AKIA|AIza|1000\.)[\w.-]{12,}/g, removed],
  [
    /\b(pass(?:word|phrase|code)?|passwd|pwd|secret|token|api[ _-]?key|otp|pin)(["']?\s*[:=]\s*|\s+(?:is|was)\s+)("[^"\n]*"|'[^'\n]*'|[^\s,;]+)/gi,
    `$1$2${removed}`,
  ],
]
/** 13 to 19 digits, as cards are written. */
const cardNumber = /\b\d(?:[ -]?\d){12,18}\b/g
/** Long runs of letters and digits mixed: what a program made, not what a person wrote. */
const longRun = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}(?![\w-])/g
const ticketLike = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Free text without passwords, tokens, keys and card numbers that stand in it. */
export function withoutSecrets(text: string): string {
  const plain = patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
  return plain
    .replace(cardNumber, digits => (isCard(digits.replace(/\D/g, '')) ? removed : digits))
    .replace(longRun, run => (ticketLike.test(run) ? run : removed))
}

/** The check digit that every card number has. */
function isCard(digits: string): boolean {
  let sum = 0
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0 && sum > 0
}
