import type { Seller } from '../platform/payment-settings.ts'
import { type FontName, productFont } from '../platform/product-fonts.ts'
import { drawable, writeWords } from './receipt-words.ts'

/** What a receipt says, ready to be read. */
export interface ReceiptFacts {
  /** e.g. '2026-000123'. */
  number: string
  issuedAt: Date
  paidAt: Date
  /** Who sold; empty texts are left out. */
  seller: Readonly<Seller>
  /** Empty texts are left out; null once the account is deleted. */
  buyer: { name: string; email: string; company: string; taxNumber: string } | null
  productName: string
  creditAmount: number
  /** e.g. '150.00 GHS'. */
  price: string
  /** Who took the money, e.g. 'expressPay'. */
  provider: string
  /** Ours. */
  reference: string
  /** The provider's own number of the payment. */
  transactionId: string
  isSandbox: boolean
  /** The money went back to the buyer later. */
  isGivenBack: boolean
  /** Where to ask. */
  supportEmail: string
}

const fontNames: readonly FontName[] = ['regular', 'bold', 'arabic', 'ethiopic']

type Line = readonly [label: string, value: string]

const colours = {
  ink: '#14130F',
  muted: '#6A665B',
  line: '#E7E2D6',
  green: '#0C5B4C',
  marigold: '#E8A317',
  caution: '#FBF0D6',
  cautionInk: '#7A4F00',
}

/** Points; A4 is 595 wide. */
const margin = 64
const width = 595.28 - 2 * margin
const labelWidth = 140

const day = (at: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
const momentOf = (at: Date) => `${day(at)}, ${at.toISOString().slice(11, 16)} UTC`

/** One A4 page: text that can be selected and read out, and the same bytes whenever it is asked for. */
export async function receiptPdf(facts: ReceiptFacts): Promise<Buffer> {
  // Read late: most servers draw their first receipt long after their start.
  const [{ default: PdfDocument }, ...fonts] = await Promise.all([
    import('pdfkit'),
    ...fontNames.map(productFont),
  ])
  const document = new PdfDocument({
    size: 'A4',
    margins: { top: margin, bottom: margin / 2, left: margin, right: margin },
    font: '',
    lang: 'en-GB',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `Receipt ${facts.number}`,
      Author: 'Soko',
      Creator: 'Soko',
      Producer: 'Soko',
      CreationDate: facts.issuedAt,
    },
  })
  for (const [at, name] of fontNames.entries()) document.registerFont(name, fonts[at] ?? '')
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  draw(document, facts)
  document.end()
  await ended
  return Buffer.concat(chunks)
}

function draw(document: PDFKit.PDFDocument, facts: ReceiptFacts): void {
  const root = document.struct('Document')
  document.addStructure(root)
  /** What is drawn here is read out as this kind of element. */
  const element = (kind: string, work: () => void) => root.add(document.struct(kind, {}, work))

  document.rect(0, 0, 595.28, 5).fill(colours.marigold)
  element('P', () => {
    document.font('bold').fontSize(20).fillColor(colours.green).text('Soko', margin, margin)
  })
  element('H1', () => {
    document.font('bold').fontSize(15).fillColor(colours.ink)
    document.text(`Receipt ${facts.number}`, margin, margin + 4, { width, align: 'right' })
  })
  document.y = margin + 30
  for (const line of sellerLines(facts.seller)) element('P', () => sellerLine(document, line))
  document.y += 14
  if (facts.isSandbox) element('P', () => caution(document, 'SANDBOX — no money moved'))
  if (facts.isGivenBack)
    element('P', () => caution(document, 'Given back — this purchase was refunded after it was paid'))

  element('P', () => {
    document.font('bold').fontSize(28).fillColor(colours.ink)
    document.text(facts.price, margin, document.y + 14, { width })
  })
  element('P', () => {
    document.font('regular').fontSize(11).fillColor(colours.muted)
    document.text(`paid on ${day(facts.paidAt)}`, { width })
  })
  for (const [title, lines] of sectionsOf(facts)) {
    element('H2', () => heading(document, title))
    root.add(
      document.struct(
        'L',
        {},
        lines.map(line => factItem(document, line)),
      ),
    )
  }
  element('P', () => footer(document, facts))
  root.end()
}

const sellerLines = ({ name, address, taxNumber }: Readonly<Seller>): string[] =>
  [name, address, taxNumber && `Tax number ${taxNumber}`].map(drawable).filter(line => line !== '')

function sellerLine(document: PDFKit.PDFDocument, line: string): void {
  document.fillColor(colours.muted)
  writeWords(document, line, { x: margin, y: document.y + 2, width, size: 10 })
}

function sectionsOf(facts: ReceiptFacts): [string, Line[]][] {
  const { buyer } = facts
  const person: Line[] = buyer
    ? [
        ['Name', buyer.name],
        ['Email', buyer.email],
        ['Company', buyer.company],
        ['Tax number', buyer.taxNumber],
      ]
    : [['Account', 'closed']]
  const credits = new Intl.NumberFormat('en-GB').format(facts.creditAmount)
  return [
    ['Buyer', person.filter(([, value]) => drawable(value) !== '')],
    [
      'Purchase',
      [
        ['Product', facts.productName],
        ['Credits', credits],
        ['Amount', facts.price],
      ],
    ],
    [
      'Payment',
      [
        ['Paid through', facts.provider],
        ['Paid at', momentOf(facts.paidAt)],
        ['Reference', facts.reference],
        ['Transaction', facts.transactionId],
        ['Receipt issued', momentOf(facts.issuedAt)],
      ],
    ],
  ]
}

function heading(document: PDFKit.PDFDocument, title: string): void {
  const top = document.y + 18
  document.font('bold').fontSize(11).fillColor(colours.green).text(title, margin, top, { width })
  document.y += 4
  rule(document)
}

function factItem(document: PDFKit.PDFDocument, [label, value]: Line): PDFKit.PDFStructureElement {
  let top = 0
  const labelled = document.struct('Lbl', {}, () => {
    top = document.y + 6
    document.font('regular').fontSize(11).fillColor(colours.muted)
    document.text(label, margin, top, { width: labelWidth })
  })
  const body = document.struct('LBody', {}, () => {
    document.fillColor(colours.ink)
    writeWords(document, drawable(value), {
      ...{ x: margin + labelWidth, y: top, width: width - labelWidth, size: 11 },
    })
  })
  return document.struct('LI', {}, [labelled, body])
}

function caution(document: PDFKit.PDFDocument, words: string): void {
  const top = document.y + 6
  document.roundedRect(margin, top, width, 32, 6).fill(colours.caution)
  document.font('bold').fontSize(11).fillColor(colours.cautionInk)
  document.text(words, margin + 14, top + 9, { width: width - 28 })
  document.y = top + 32
}

function footer(document: PDFKit.PDFDocument, { supportEmail }: ReceiptFacts): void {
  document.y += 18
  rule(document)
  document.font('regular').fontSize(9.5).fillColor(colours.muted)
  const words = `Credits are added to the account as soon as they are paid for. Questions about this receipt: ${supportEmail}`
  document.text(words, margin, document.y + 10, { width })
}

function rule(document: PDFKit.PDFDocument): void {
  document.moveTo(margin, document.y).lineTo(margin + width, document.y)
  document.lineWidth(0.75).strokeColor(colours.line).stroke()
}
