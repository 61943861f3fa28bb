import { createElement, Fragment, type ReactNode } from 'react'
import { parseInert } from '../platform/inert-markup.ts'

const plainTags = new Set(
  'p ul ol li strong em b i br hr blockquote table thead tbody tr th td section'.split(' '),
)
const droppedWhole = new Set('script style iframe object template svg math noscript title'.split(' '))
/** Where white space between elements is no text. */
const rows = new Set('table thead tbody tr ul ol'.split(' '))
const heading = /^h[1-6]$/
const safeAddress = /^(?:https:\/\/|mailto:|\/(?!\/))[^\s<>"\\]*$/i

export interface Article {
  /** The heading that it begins with; null where it begins with something else. */
  title: string | null
  body: ReactNode
}

/**
 * An operator's HTML as React elements from a list of plain tags, without attributes, and links to https, mailto and our
 * own addresses; everything else becomes text. Headings follow the page's own, one level after the other.
 */
export function readArticle(html: string): Article {
  const root = parseInert(html)
  const first = root.firstElementChild
  const title = first && /^h[12]$/.test(first.localName) ? first : null
  title?.remove()
  const levels = [
    ...new Set([...root.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(one => one.localName)),
  ].sort()
  return { title: title?.textContent.trim() || null, body: childrenOf(root, levels) }
}

const childrenOf = (element: Element, levels: string[]): ReactNode[] =>
  [...element.childNodes].map((child, place) => nodeOf(child, place, levels))

function nodeOf(node: ChildNode, key: number, levels: string[]): ReactNode {
  if (node instanceof Text) return rows.has(node.parentElement?.localName ?? '') ? null : node.data
  if (!(node instanceof Element) || droppedWhole.has(node.localName)) return null
  const children = childrenOf(node, levels)
  const [tag, attributes] = plainOf(node, levels)
  // Spread, so that elements without children, such as breaks, are given none.
  return createElement(tag, { key, ...attributes }, ...children)
}

/** What an element may be drawn as. */
function plainOf(
  element: Element,
  levels: string[],
): [string | typeof Fragment, { href?: string; rel?: string }] {
  const name = element.localName
  if (plainTags.has(name)) return [name, {}]
  if (heading.test(name)) return [`h${Math.min(levels.indexOf(name) + 2, 6)}`, {}]
  const href = element.getAttribute('href') ?? ''
  if (name === 'a' && safeAddress.test(href)) return ['a', { href, rel: 'noopener nofollow' }]
  return [Fragment, {}]
}
