import { describe, expect, test } from 'vitest'
import { formsOf } from './forms.ts'
import { tokensOf } from './tokens.ts'

const keys = (text: string) => tokensOf(text).map(({ key }) => key)
const numbers = (text: string, mark: '.' | ',') =>
  tokensOf(text, mark).flatMap(({ value }) => (value === undefined ? [] : [value]))

describe('the words of a question', () => {
  test('stand apart from a word before them that has lost its vowel', () => {
    expect(keys("qu'est-ce que l’inflation d'Égypte")).toEqual([
      "qu'",
      'est',
      '-',
      'ce',
      'que',
      "l'",
      'inflation',
      "d'",
      'egypte',
    ])
  })

  test('keep an apostrophe inside', () => {
    expect(keys("aujourd'hui ng'ombe don't")).toEqual(["aujourd'hui", "ng'ombe", "don't"])
  })
})

describe('numbers', () => {
  test.for([
    ['1 250 and 2.5 and 1,250.75', '.', [1250, 2.5, 1250.75]],
    ['1 250, 2,5 et 1.250,75', ',', [1250, 2.5, 1250.75]],
    ['1.250 e 0.125 e 2,500', ',', [1250, 0.125, 2.5]],
    ['2019 2025', ',', [2019, 2025]],
    ['top 5 2024', '.', [5, 2024]],
    ['٢٠٢٤ و ٢٫٥', '.', [2024, 2.5]],
  ] as const)('are read as their language writes them: %s', ([text, mark, values]) => {
    expect(numbers(text, mark)).toEqual(values)
  })
})

describe('the forms of a word', () => {
  const plural = { lang: 'fr', at: 'end', cut: 'aux', put: 'al', least: 5, unless: '' } as const
  const article = { lang: 'ar', at: 'start', cut: 'ال', put: '', least: 4, unless: '' } as const

  test('are itself and what is left without an ending or a beginning', () => {
    expect(formsOf('canaux', [plural])).toEqual(['canaux', 'canal'])
    expect(formsOf('السوق', [article])).toEqual(['السوق', 'سوق'])
  })

  test('are itself alone where it is too short', () => {
    expect(formsOf('aux', [plural])).toEqual(['aux'])
  })
})
