import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { unzip } from '../testing/unzip.ts'
import { sendTableFile } from './table-file.ts'

/** Every character that turns the direction of writing. */
const turns = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c'
const at = new Date('2026-11-21T18:30:00Z')
const app = Fastify()
app.get('/:format', (request, reply) => {
  async function* rows() {
    yield ['=1+1', at, -3]
    yield [`a${turns}b مصر`, at, 1]
  }
  const columns = [
    { label: 'What', width: 10 },
    { label: 'Date (UTC)', width: 20 },
    { label: 'Amount', width: 10, format: '+#,##0;-#,##0;0' },
  ]
  const { format } = request.params as { format: 'csv' | 'xlsx' }
  return sendTableFile(reply, format, { name: 'list', title: 'List', columns, rows: rows() })
})

test('a workbook holds moments as days since 1900 in UTC and amounts as signed figures', async () => {
  const files = unzip((await app.inject('/xlsx')).rawPayload)
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  const cell = (place: string) => new RegExp(`<c r="${place}"([^>]*)><v>([^<]*)</v>`).exec(sheet)
  // 21 November 2026 is day 46347; 18:30 is 0.770833 of it.
  expect(Number(cell('B2')?.[2])).toBeCloseTo(46_347 + 18.5 / 24, 6)
  expect(cell('B2')?.[1]).not.toMatch(/t="(?:s|str|inlineStr)"/)
  expect(Number(cell('C2')?.[2])).toBe(-3)
  expect(files.get('xl/styles.xml')).toContain('yyyy-mm-dd hh:mm:ss')
  expect(sheet).not.toMatch(/<f[ >]/)
})

test('CSV keeps moments as ISO 8601', async () => {
  const { body } = await app.inject('/csv')
  expect(body).toContain("\uFEFFWhat,Date (UTC),Amount\r\n'=1+1,2026-11-21T18:30:00.000Z,-3\r\n")
})

test('no text in a file turns the direction of writing', async () => {
  expect((await app.inject('/csv')).body).toContain('\r\nab مصر,')
  expect(unzip((await app.inject('/xlsx')).rawPayload).get('xl/sharedStrings.xml')).toContain('>ab مصر<')
})
