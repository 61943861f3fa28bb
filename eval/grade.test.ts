import { describe, expect, test } from 'vitest'
import type { AnswerDocument, Block } from '../src/contract/answer.ts'
import type { Table } from '../src/contract/result.ts'
import { grade } from './grade.ts'
import { isSameFigure } from './match-rows.ts'
import type { EvalQuestion } from './questions.ts'
import { fold, type Reply } from './read-answer.ts'

const sales = { read: 'sales', sql: '', rows: [['Kenya', 1200] as const, ['Ghana', 800] as const] }

const aQuestion = (overrides: Partial<EvalQuestion> = {}): EvalQuestion => ({
  ...{ id: 'x', persona: 'a reader', lang: 'en', question: 'Tea sales?' },
  ...{ kind: 'answer', form: 'rank', accept: [sales] },
  ...overrides,
})

const aTable = (rows: [string, number][]): Table =>
  ({ id: 't1', title: 'Sales of tea', columns: [], rows }) as unknown as Table

/** A reply whose message is its text, with a claim for each figure of the headline. */
function aReply(text: string, blocks: Block[], rows: [string, number][] = [], spoken = rows): Reply {
  const claims = spoken.map(([entity, value], row) => ({ id: `c${row}`, table: 't1', row, value, entity }))
  const spans = [{ text }, ...claims.map(({ id }) => ({ text: '', claim: id }))]
  const headline: Block = { type: 'headline', checked: true, spans }
  const document = { version: 1, blocks: [headline, ...blocks], claims, tables: [aTable(rows)] }
  return { message: `<h2>${text}</h2>`, document: document as unknown as AnswerDocument }
}

const table: Block = { type: 'table', table: 't1', caption: 'Sales of tea', columns: [] }
const gap: Block = { type: 'gap', text: 'There is no such figure.', ask: null }
const both: [string, number][] = [
  ['Kenya', 1200],
  ['Ghana', 800],
]

describe('an answer with figures', () => {
  test('is right where its first lines show the first row and the rest of the rows stand in it', () => {
    expect(grade(aQuestion(), aReply('Kenya leads', [table], both, [['Kenya', 1200]]))).toMatchObject({
      verdict: 'right',
      faults: [],
    })
  })

  test('is partly right where the first row does not stand in its first lines, or a word is missing', () => {
    const late = aReply('Ghana follows', [table], both, [])
    expect(grade(aQuestion(), late)).toMatchObject({ verdict: 'partly', faults: ['not in the first lines'] })
    const wordless = aReply('Kenya leads', [table], both)
    expect(grade(aQuestion({ must: ['2025|2024'] }), wordless)).toMatchObject({
      verdict: 'partly',
      faults: ['missing: 2025|2024'],
    })
  })

  test('is wrong where its figures belong to no reading, or to other names', () => {
    const others: [string, number][] = [
      ['Togo', 1200],
      ['Benin', 800],
    ]
    expect(grade(aQuestion(), aReply('Togo leads', [], others)).verdict).toBe('wrong')
    expect(grade(aQuestion(), aReply('Kenya leads', [], [['Kenya', 77]])).verdict).toBe('wrong')
  })

  test('is wrong where a set by conditions holds members that do not meet them', () => {
    const more: [string, number][] = [...both, ['Togo', 5]]
    const question = aQuestion({ form: 'filter' })
    expect(grade(question, aReply('Kenya and Ghana', [table], more, both)).verdict).toBe('wrong')
    expect(
      grade(question, aReply('Kenya and Ghana', [table], [...both, ['Total', 2000]], both)).verdict,
    ).toBe('right')
  })

  test('is graded by the reading that it shows most of', () => {
    const accept = [{ ...sales, rows: [['Kenya', 1]] }, sales]
    expect(grade(aQuestion({ accept }), aReply('Kenya leads', [table], both)).verdict).toBe('right')
  })
})

test('a gap, a question back or talk in place of an answer is needless', () => {
  expect(grade(aQuestion(), aReply('Nothing', [gap])).verdict).toBe('needless')
  expect(grade(aQuestion(), aReply('Hello', [])).verdict).toBe('needless')
  expect(grade(aQuestion(), { message: '', document: null }).verdict).toBe('needless')
})

describe('a question about what is not available', () => {
  const question = aQuestion({ kind: 'gap', accept: [], gap_words: ['bread'] })

  test('is answered right by a gap that names it', () => {
    expect(grade(question, aReply('There is no bread', [gap])).verdict).toBe('right')
    expect(grade(question, aReply('There is nothing', [gap])).verdict).toBe('partly')
  })

  test('is answered wrong by a figure, unless the first lines name the gap', () => {
    expect(grade(question, aReply('Rice is up', [], both)).verdict).toBe('wrong')
    expect(grade(question, aReply('No bread here; rice is up', [], both)).verdict).toBe('right')
    expect(grade(question, aReply(`${'Rice is up. '.repeat(60)} No bread`, [], both)).verdict).toBe('wrong')
  })
})

test('an ambiguous question is answered right by asking back only', () => {
  const question = aQuestion({ kind: 'ask', accept: [] })
  const ask: Block = { type: 'ask', question: 'Which one?', choices: [] }
  expect(grade(question, aReply('Which?', [ask])).verdict).toBe('right')
  expect(grade(question, aReply('Kenya leads', [], both)).verdict).toBe('partly')
  expect(grade(question, aReply('Nothing', [gap])).verdict).toBe('needless')
})

test('what is offered to ask next is no part of an answer', () => {
  const followups: Block = { type: 'followups', items: [{ label: 'Bread', question: 'And bread?' }] }
  const reply = aReply('Hello. And bread?', [followups])
  expect(grade(aQuestion({ kind: 'talk', accept: [], must: ['bread'] }), reply).verdict).toBe('needless')
})

test('a short word has to stand by itself, a long one may be a part of another', () => {
  const talk = (must: string) =>
    grade(aQuestion({ kind: 'talk', accept: [], must: [must] }), aReply('The cargo of importers', [])).verdict
  expect(talk('car')).toBe('needless')
  expect(talk('import')).toBe('right')
})

test.each([
  ['as rounded', 95.6, 95.58, true],
  ['another figure', 95, 97, false],
  ['in millions', 264.7, 264_705_375, true],
  ['a share as per cent', 12.3, 0.123, true],
])('figures are the same: %s', (_, shown, gold, isSame) => {
  expect(isSameFigure(shown, gold)).toBe(isSame)
})

test('texts are compared without case, accents, vowel signs and variants of a letter', () => {
  expect(fold('Côte d’Ivoire')).toBe("cote d'ivoire")
  expect(fold('القاهِرة')).toBe(fold('القاهره'))
})
