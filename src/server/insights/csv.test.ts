import { expect, test } from 'vitest'
import { formatCsv, parseCsv } from './csv.ts'

test('what is written is read back, quotes, commas and line breaks included', () => {
  const records = [
    { a: 'plain', b: 'with, comma', c: 'say "hello"' },
    { a: 'two\nlines', b: '', c: 'é' },
  ]
  expect(parseCsv(formatCsv(['a', 'b', 'c'], records))).toEqual(records)
})

test('a byte order mark and CRLF line ends change nothing', () => {
  expect(parseCsv('\ufeffa,b\r\n1,\r\n"x",2\r\n')).toEqual([
    { a: '1', b: '' },
    { a: 'x', b: '2' },
  ])
})

test('faults 140: a short row and an open quote are refused with their line', () => {
  expect(() => parseCsv('a,b\n1,2\n3\n')).toThrow('line 3: 1 fields')
  expect(() => parseCsv('a,b\n1,"2\n')).toThrow('line 2: a quote is not closed')
})
