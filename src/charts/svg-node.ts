/** One element of a drawing: the screen makes a React element of it, a file makes text of it. */
export interface SvgNode {
  readonly tag: string
  readonly attrs: Readonly<Record<string, string | number>>
  readonly children: readonly (SvgNode | string)[]
}

/** Builds a node; figures are rounded to a hundredth of a pixel, so that the same chart is the same bytes. */
export function svg(
  tag: string,
  attrs: Record<string, string | number | undefined> = {},
  children: readonly (SvgNode | string)[] = [],
): SvgNode {
  const kept: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(attrs)) {
    if (value !== undefined) kept[name] = typeof value === 'number' ? Math.round(value * 100) / 100 : value
  }
  return { tag, attrs: kept, children }
}

/** Text of an SVG file or fragment. Everything is escaped; characters XML refuses are dropped. */
export function svgText(node: SvgNode): string {
  const attrs = Object.entries(node.attrs)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')
  if (node.children.length === 0) return `<${node.tag}${attrs}/>`
  const inner = node.children.map(child => (typeof child === 'string' ? escaped(child) : svgText(child)))
  return `<${node.tag}${attrs}>${inner.join('')}</${node.tag}>`
}

/** Control characters and non-characters, which XML 1.0 refuses even escaped. */
const refused = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(refused, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
