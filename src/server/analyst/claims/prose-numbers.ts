/** A number as it stands in prose, with all that its print says. */
export interface ProseNumber {
  start: number
  end: number
  text: string
  /** Scaled: '96m' is 96,000,000. Never negative; the sign is in `sign`. */
  value: number
  sign: '+' | '−' | null
  /** Half of the last printed place, scaled. */
  tolerance: number
  kind: 'money' | 'percent' | 'points' | 'times' | 'plain'
  /** 'US$', 'GH₵' … as printed, for money. */
  currency: string | null
}

const scales: Record<string, number> = {
  tn: 1e12,
  trillion: 1e12,
  bn: 1e9,
  billion: 1e9,
  m: 1e6,
  million: 1e6,
  k: 1e3,
  thousand: 1e3,
}

const pattern =
  /(?<sign>[+−]|(?<![\p{L}\d)])-)?\s?(?<currency>int\. \$|(?:US|N|L|E|A)?[$€£₦₵]|GH₵|E£|\b(?:[A-Z]{3}|R|KSh|TSh|USh|Br|DH|DA|CFA|FCFA|DT|Kz|MT|K|P|Rs|LD|FRw|MK|D|Le|FC|FG|Ar|M|E))?(?<gap>[\s\u00a0]?)(?<sign2>[+−-])?(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:(?<short>tn|bn|m|k)(?![\p{L}\d])|[\s\u00a0](?<long>trillion|billion|million|thousand)\b)?(?:[\s\u00a0]?(?<unit>%|per ?cent\b|percent\b|(?:percentage )?points?\b|pp\b|times\b))?/gu

/** Most prose holds no number, and that is told at little cost. */
export const hasDigit = (text: string): boolean => /\d/.test(text)

/** Every number of a text. Years and other periods are among them: `isYear` tells. */
export function proseNumbers(text: string): ProseNumber[] {
  if (!hasDigit(text)) return []
  return [...text.matchAll(pattern)].map(match => {
    const groups = match.groups ?? {}
    const digits = (groups.number ?? '').replaceAll(',', '')
    const decimals = digits.split('.')[1]?.length ?? 0
    const scale = scales[groups.short ?? groups.long ?? ''] ?? 1
    const sign = groups.sign ?? groups.sign2 ?? null
    const lead = match[0].length - match[0].trimStart().length
    return {
      start: match.index + lead,
      end: match.index + match[0].length,
      text: match[0].trim(),
      value: Number(digits) * scale,
      sign: sign === null ? null : sign === '+' ? '+' : '−',
      tolerance: 0.5 * 10 ** -decimals * scale,
      kind: kindOf(groups.unit, groups.currency),
      currency: groups.currency ?? null,
    }
  })
}

function kindOf(unit: string | undefined, currency: string | undefined): ProseNumber['kind'] {
  if (unit === '%' || unit?.startsWith('per')) return unit.includes('point') ? 'points' : 'percent'
  if (unit?.startsWith('point') || unit === 'pp') return 'points'
  if (unit === 'times') return 'times'
  return currency ? 'money' : 'plain'
}

/** '2025' standing alone. */
export const isYear = (number: ProseNumber): boolean =>
  number.kind === 'plain' && /^(?:19|20)\d\d$/.test(number.text) && number.sign === null

/** Amounts in words, which no cell can be held against: 'doubled', 'a third of'. */
export const wordedAmount =
  /\b(?:doubl(?:ed|ing)|tripl(?:ed|ing)|quadrupl(?:ed|ing)|halv(?:ed|ing)|twice|thrice|two-thirds|three-quarters|a (?:third|quarter|half|fifth|tenth) of|half of|(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|hundred|thousand|million|billion)(?:[- ](?:percent|per cent|million|billion|thousand|points?|times|%)))\b/i
