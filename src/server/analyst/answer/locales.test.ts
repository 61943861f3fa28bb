import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { english } from './locales/en.ts'
import { locales, messagesOf } from './messages.ts'
import { Phrase } from './phrase.ts'

/** The arguments of a message, of those that it selects by the values it knows. */
type Arguments = Map<string, Set<string>>

interface Part {
  type: number
  value: string
  options?: Record<string, { value: Part[] }>
}

function argumentsOf(text: string): Arguments {
  const found: Arguments = new Map()
  const walk = (parts: readonly Part[]) => {
    for (const { type, value, options } of parts) {
      // Text is 0 and the number sign of a plural 7; a plural's values are those of the language.
      if (type !== 0 && type !== 7) found.set(value, found.get(value) ?? new Set())
      for (const [key, option] of Object.entries(options ?? {})) {
        if (type === 5 && key !== 'other') found.get(value)?.add(key)
        walk(option.value)
      }
    }
  }
  walk(new IntlMessageFormat(text, 'en').getAst() as unknown as Part[])
  return found
}

/** What the code gives beside what English uses. */
const given: Partial<Record<string, readonly string[]>> = {
  'period.part': ['grain', 'n'],
  moved: ['subject'],
  'moved.once': ['subject'],
  'of.brand': ['head'],
  'of.segment': ['head'],
  'in.segment': ['head'],
  'in.country': ['head'],
  'through.channel': ['head'],
  'chart.map': ['end', 'key'],
  'first.level': ['key'],
  'chart.ranked': ['low', 'key'],
}

/** Values that English does not tell apart. */
const valuesOfAll = new Map<string, Set<string>>([
  ['how', new Set(['and', 'or'])],
  ['find', new Set(['first', 'last'])],
  ['grain', new Set(['Q', 'H', 'quarter', 'month'])],
  ['strength', new Set(['strong', 'moderate'])],
  ['way', new Set(['before', 'after'])],
])
for (const text of Object.values(english))
  for (const [name, values] of argumentsOf(text))
    valuesOfAll.set(name, new Set([...(valuesOfAll.get(name) ?? []), ...values]))

const others = Object.entries(locales).filter(([lang]) => lang !== 'en')
const texts = others.flatMap(([lang, locale]) =>
  Object.entries(locale).map(([id, text]) => ({ lang, id, text, cases: casesOf(locale) })),
)

function casesOf(locale: Record<string, string>): string[] {
  return Object.keys(locale).flatMap(id => (id.startsWith('case.') ? [id.slice('case.'.length)] : []))
}

const isOwn = (id: string) => /^(?:case|figure)\.|\.form$/.test(id)
/** Texts of studies name any aspect of a figure: its size, its sign. */
const withoutAspect = (name: string) => name.replace(/_(?:size|signed|way|brief)$/, '')
/** Areas that are still being translated. */
const isPending = (id: string) => /^study\./.test(id)
/** Names of places, measures and the like, which a language may have as rows of data/names. */
const isName = (id: string) => /^(?:country|brand|plural|measure|quotient)\./.test(id)

describe('the texts of a language', () => {
  test('can be read as messages', () => {
    for (const text of Object.values(english)) expect(() => argumentsOf(text)).not.toThrow()
  })

  test.for(others)('are those of English: %s', ([, locale]) => {
    const ids = Object.keys(locale).filter(
      id => (id in english || !isOwn(id)) && !isName(id) && !isPending(id),
    )
    const wanted = Object.keys(english).filter(id => !isName(id) && !isPending(id))
    expect(ids.toSorted()).toEqual(wanted.toSorted())
  })

  test.for(texts)('use the arguments that English has: $lang $id', ({ id, text, cases }) => {
    const used = argumentsOf(text)
    const source = id.replace(/\.form$/, '') as keyof typeof english
    if (english[source] === undefined) return
    const own = [...argumentsOf(english[source]).keys(), ...(given[source] ?? [])]
    const allowed = new Set(
      own.flatMap(name => [name, `${name}_form`, ...cases.map(one => `${name}_${one}`)]),
    )
    const bare = new Set([...allowed].map(withoutAspect))
    const isKnown = (name: string) => allowed.has(name) || (isPending(id) && bare.has(withoutAspect(name)))
    expect([...used.keys()].filter(name => !isKnown(name))).toEqual([])
    for (const [name, values] of used)
      if (own.includes(name) && (valuesOfAll.get(name)?.size ?? 0) > 0)
        expect([...values].filter(value => !valuesOfAll.get(name)?.has(value))).toEqual([])
  })
})

describe('a phrase in a message', () => {
  test('stands as its text, and a list as its members', () => {
    const { text, textList } = messagesOf('en')
    const set = textList([new Phrase('Kenya', 'm'), 'Ghana'])
    expect(text('in.country', { set })).toBe(' in Kenya and Ghana')
  })

  test('keeps its form with more words behind', () => {
    expect(new Phrase('ventes', 'fp').with(' de bière')).toEqual(new Phrase('ventes de bière', 'fp'))
  })
})
