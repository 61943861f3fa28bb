import { describe, expect, test } from 'vitest'
import { productCatalogue } from '../../testing/reading-examples.ts'
import { agreeing } from './agreement.ts'
import { verbReader } from './verbs.ts'

const { catalogue } = productCatalogue()
const affixes = catalogue.affixes.filter(({ lang }) => lang === 'sw')
const verbsOf = verbReader(affixes)

describe('a Swahili verb', () => {
  test.for([
    ['linauzwaje', 'kuuza'],
    ['yameongezeka', 'kuongezeka'],
    ['wanakunywa', 'kunywa'],
    ['anavyokunywa', 'kunywa'],
    ['wanayanunua', 'kununua'],
    ['uliouzwa', 'kuuzwa'],
    ['zinazoongoza', 'kuongoza'],
    ['tukiondoa', 'kuondoa'],
    ['ipande', 'kupanda'],
    ['nionyeshe', 'kuonyesha'],
    ['linganisheni', 'kulinganisha'],
    ['yashuka', 'kushuka'],
    ['yangefika', 'kufika'],
  ])('is read by its infinitive: %s is %s', ([verb, infinitive]) => {
    expect(verbsOf(verb ?? '')).toContain(infinitive)
  })

  test.for([
    ['haikupanda', 'kutopanda'],
    ['hawanunui', 'kutonunua'],
    ['haijaongezeka', 'kutoongezeka'],
    ['isiyozidi', 'kutozidi'],
    ['usibadilike', 'kutobadilika'],
  ])('keeps its negation: %s is %s alone', ([verb, infinitive]) => {
    const found = verbsOf(verb ?? '')
    expect(found).toContain(infinitive)
    expect(found).not.toContain(infinitive?.replace('kuto', 'ku'))
  })

  test('is of Swahili alone: no other language has such parts', () => {
    expect(verbReader(catalogue.affixes.filter(({ lang }) => lang === 'en'))('linauzwa')).toEqual([])
  })
})

describe('a word that agrees with its noun', () => {
  test.for([
    ['-kubwa', ['kubwa', 'mkubwa', 'makubwa', 'vikubwa']],
    ['-ingi', ['nyingi', 'mengi', 'wengi', 'mwingi']],
    ['-ote -wili', ['zote wawili', 'wote wawili', 'yote mawili']],
    ['-a -tatu', ['ya tatu', 'wa tatu']],
    ['-ko juu', ['iko juu', 'ziko juu', 'yuko juu']],
    ['kila -moja', ['kila moja', 'kila mmoja']],
    ['zaidi', ['zaidi']],
  ] as const)('stands for all its forms: %s', ([surface, forms]) => {
    expect(agreeing(surface, affixes)).toEqual(expect.arrayContaining([...forms]))
  })

  test('is another word than a number below zero', () => {
    expect(agreeing('-0.5', affixes)).toEqual(['-0.5'])
  })
})

describe('a Portuguese verb', () => {
  const infinitivesOf = verbReader(catalogue.affixes.filter(({ lang }) => lang === 'pt'))

  test.for([
    ['pesava', 'pesar'],
    ['indicassem', 'indicar'],
    ['fiquem', 'ficar'],
    ['cresceram', 'crescer'],
    ['subindo', 'subir'],
  ])('is read by its infinitive: %s is %s', ([verb, infinitive]) => {
    expect(infinitivesOf(verb ?? '')).toContain(infinitive)
  })
})
