const plainTags = new Set(
  'h1 h2 h3 h4 p ul ol li strong em b i br hr blockquote table thead tbody tr th td section'.split(' '),
)
const droppedWhole = /<(script|style|iframe|object|template|svg|math|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/?>/gi

/** Text between tags: angle brackets become entities, entities that are there stay. */
const asText = (text: string) =>
  text
    .replace(/&(?!(?:#\d{1,6}|#x[\da-f]{1,6}|[a-z]{2,20});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/**
 * HTML with nothing in it that runs or loads: it is written anew from a list of plain tags without attributes, and links
 * to https or mailto addresses. Everything else becomes text.
 */
export function safeHtml(html: string): string {
  const source = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(droppedWhole, '')
  let safe = ''
  let from = 0
  for (const match of source.matchAll(tag)) {
    const [whole, slash = '', name = '', attributes = ''] = match
    safe += asText(source.slice(from, match.index)) + tagOf(name.toLowerCase(), slash, attributes)
    from = match.index + whole.length
  }
  return safe + asText(source.slice(from))
}

function tagOf(name: string, slash: string, attributes: string): string {
  if (plainTags.has(name)) return `<${slash}${name}>`
  if (name !== 'a') return ''
  if (slash) return '</a>'
  const [, href] = /\shref\s*=\s*"((?:https:\/\/|mailto:|\/(?!\/))[^"\s<>\\]*)"/i.exec(attributes) ?? []
  return href ? `<a href="${asText(href)}" rel="noopener nofollow">` : '<a>'
}
