import type { Affix } from '../../insights/insights.ts'

/** The forms under which a word may stand in the lexicon: itself, and without beginnings and endings of its language. */
export function formsOf(key: string, affixes: readonly Affix[]): string[] {
  const forms = new Set([key])
  for (const at of ['start', 'end'] as const)
    for (const form of [...forms])
      for (const affix of affixes) if (affix.at === at && bears(form, affix)) forms.add(without(form, affix))
  return [...forms]
}

const stands = (key: string, { at }: Affix, part: string) =>
  at === 'end' ? key.endsWith(part) : key.startsWith(part)

const bears = (key: string, affix: Affix) =>
  key.length >= affix.least &&
  stands(key, affix, affix.cut) &&
  (affix.unless === '' || !stands(key, affix, affix.unless))

const without = (key: string, { at, cut, put }: Affix) =>
  at === 'end' ? key.slice(0, key.length - cut.length) + put : put + key.slice(cut.length)
