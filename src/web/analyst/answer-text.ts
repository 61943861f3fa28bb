import type { Block, Span } from '../../contract/answer.ts'

const flat = (spans: readonly Span[]): string => spans.map(span => span.text).join('')

/** An answer as plain text, to paste into a mail: its words and figures, without its charts' pictures. */
export function answerText(blocks: readonly Block[]): string {
  return blocks
    .map(blockText)
    .filter(text => text !== '')
    .join('\n\n')
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'headline':
      return flat(block.spans)
    case 'tiles':
      return block.tiles
        .map(tile => [`${tile.label}: ${tile.figure.text}`, flat(tile.note)].filter(Boolean).join(' · '))
        .join('\n')
    case 'chart':
      return [block.chart.title, block.chart.summary, block.chart.footer].filter(Boolean).join('\n')
    case 'table':
      return block.caption
    case 'paragraph':
      return [block.heading ?? '', flat(block.spans)].filter(Boolean).join('\n')
    case 'list':
      return [block.heading ?? '', ...block.items.map(item => `• ${flat(item)}`)].filter(Boolean).join('\n')
    case 'gap':
      return block.text
    case 'ask':
      return [block.question, ...block.choices.map(choice => `• ${choice.label}`)].join('\n')
    case 'method':
      return block.lines.join('\n')
    case 'sources':
    case 'followups':
      return ''
  }
}
