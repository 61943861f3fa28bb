import { describe, expect, test } from 'vitest'
import { pdfText } from '../testing/pdf-text.ts'
import { type ReceiptFacts, receiptPdf } from './receipt-pdf.ts'

const facts: ReceiptFacts = {
  number: '2026-000123',
  issuedAt: new Date('2026-11-21T23:30:00Z'),
  paidAt: new Date('2026-11-21T23:29:00Z'),
  buyer: { name: 'Ama Mensah', email: 'ama@example.com', company: 'Example Foods', taxNumber: 'C0001' },
  seller: { name: '', address: '', taxNumber: '' },
  productName: 'Team',
  creditAmount: 2_000,
  price: '2,200.00 GHS',
  provider: 'expressPay',
  reference: 'ABCDEFGH2345677',
  transactionId: '4455-6677',
  isSandbox: false,
  isGivenBack: false,
  supportEmail: 'support@soko.test',
}
const readOf = async (changes: Partial<ReceiptFacts> = {}) => {
  const file = await receiptPdf({ ...facts, ...changes })
  const lines = pdfText(file)
  return { file, lines, text: lines.join('') }
}

describe('a receipt', () => {
  test('says who bought what for how much, how it was paid and when, in text that can be selected', async () => {
    const { file, lines, text } = await readOf()
    const pairs = new Map(lines.map((line, at) => [line, lines[at + 1]]))
    expect(Object.fromEntries(pairs)).toMatchObject({
      Name: 'Ama Mensah',
      Email: 'ama@example.com',
      Company: 'Example Foods',
      'Tax number': 'C0001',
      Product: 'Team',
      Credits: '2,000',
      Amount: '2,200.00 GHS',
      'Paid through': 'expressPay',
      'Paid at': '21 November 2026, 23:29 UTC',
      Reference: 'ABCDEFGH2345677',
      Transaction: '4455-6677',
      'Receipt issued': '21 November 2026, 23:30 UTC',
    })
    expect(lines.slice(0, 2)).toEqual(['Soko', 'Receipt 2026-000123'])
    expect(text).toContain('support@soko.test')
    expect(text).not.toMatch(/SANDBOX|Given back/)
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('has its title, its language and its parts for a screen reader, on one page', async () => {
    const pdf = (await readOf()).file.toString('latin1')
    const title = /\/Title (\d+) 0 R/.exec(pdf)?.[1]
    const said = new RegExp(`\\n${title} 0 obj\\n.*`).exec(pdf)?.[0]
    expect(said).toContain('(Receipt 2026-000123)')
    const marks = ['/Lang (en-GB)', '/DisplayDocTitle true', '/Marked true', '/S /H1', '/S /Lbl', '/S /LBody']
    expect(marks.filter(mark => !pdf.includes(mark))).toEqual([])
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(1)
  })

  test('leaves out what was not given, and who bought once the account is closed', async () => {
    const plain = await readOf({
      buyer: { name: 'Ama Mensah', email: 'ama@example.com', company: '', taxNumber: ' ' },
    })
    expect(plain.text).not.toMatch(/Company|Tax number/)
    const closed = await readOf({ buyer: null })
    expect(closed.text).toContain('Accountclosed')
    expect(closed.text).not.toContain('Name')
  })

  test('names who sells under its head once that is set, on one page however long it is', async () => {
    const named = { name: 'Soko Ghana Ltd', address: '1 High Street, Accra', taxNumber: 'C0009' }
    const { lines } = await readOf({ seller: named })
    expect(lines.slice(0, 5)).toEqual([
      ...['Soko', 'Receipt 2026-000123', 'Soko Ghana Ltd', '1 High Street, Accra', 'Tax number C0009'],
    ])
    expect((await readOf({ seller: { ...named, address: '', taxNumber: '' } })).text).not.toContain('High')
    const words = (length: number) => 'Word '.repeat(length / 5)
    const { file } = await readOf({
      ...{ isSandbox: true, isGivenBack: true },
      seller: { name: words(80), address: words(160), taxNumber: words(40) },
      buyer: { name: words(120), email: 'ama@example.com', company: words(120), taxNumber: words(60) },
    })
    expect(file.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(1)
  })

  test('says so where no money moved, and where the money went back', async () => {
    expect((await readOf({ isSandbox: true })).lines).toContain('SANDBOX — no money moved')
    expect((await readOf({ isGivenBack: true })).text).toContain('Given back — this purchase was refunded')
  })

  test.each([
    'Ɛsi Ɔdɔɔ Ŋkansa',
    'Ọlá Ṣẹ̀gun Adébáyọ̀',
    'Ɗanƙwa Ƴar’adua',
    'Ǝzǝ Ɓaɗɗo',
    'Şükrü Çağlayan',
    'Ngũgĩ wa Thiong’o',
    'Ʋɖe Ɣɩ ʼAlī',
    'Élodie Kouamé-N’Guessan',
  ])('writes the name %s with letters, none of them an empty box', async name => {
    const { text } = await readOf({ buyer: { name, email: '', company: '', taxNumber: '' } })
    expect(text.normalize('NFC')).toContain(name.normalize('NFC'))
    expect(text).not.toContain('\uFFFD')
  })

  test.each([
    ['አበበ ቢቂላ', 'አበበ ቢቂላ'],
    ['Abebe አበበ', 'Abebe አበበ'],
    ['Café 12 ክፍል', 'Café 12 ክፍል'],
  ])('writes %s in the letters of its script', async (name, read) => {
    const { text } = await readOf({ buyer: { name, email: '', company: '', taxNumber: '' } })
    expect(text).toContain(read)
    expect(text).not.toContain('\uFFFD')
  })

  test('writes Arabic from right to left, its letters joined, beside words in other letters', async () => {
    const { text, file } = await readOf({
      buyer: { name: 'محمد علي', email: '', company: 'شركة Nile 7', taxNumber: '' },
    })
    // Drawn from the left, so the last letter comes first.
    expect(text).toContain([...'محمد علي'].reverse().join(''))
    expect(text).toContain(`Nile 7 ${[...'شركة'].reverse().join('')}`)
    expect(text).not.toContain('\uFFFD')
    expect(file.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(1)
  })

  test('is not led astray by signs that turn or hide writing, nor by words that fit no line', async () => {
    const name = `Ama\u202e\u0000\nMensah ${'W'.repeat(120)}`
    const { text, file } = await readOf({ buyer: { name, email: '', company: '', taxNumber: '' } })
    expect(text).toMatch(/Ama Mensah W+/)
    expect(text.match(/W/g)?.length).toBe(120)
    expect(file.toString('latin1').match(/\/Type \/Page\n/g)).toHaveLength(1)
  })

  test('is the same file whenever it is asked for, and small enough for a mail', async () => {
    const [one, other] = [(await readOf()).file, (await readOf()).file]
    expect(one.equals(other)).toBe(true)
    expect(one.length).toBeLessThan(60_000)
  })
})
