import { createElement, type ReactElement } from 'react'
import type { SvgNode } from '../../charts/svg-node.ts'

const propName = (attribute: string): string =>
  attribute.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** A drawing's tree as React elements: text stays text, nothing is parsed. `<title>` would open the browser's own tip. */
export function svgElement(node: SvgNode): ReactElement {
  const props = Object.fromEntries(Object.entries(node.attrs).map(([name, value]) => [propName(name), value]))
  const children = node.children
    .filter(child => typeof child === 'string' || (child.tag !== 'title' && child.tag !== 'desc'))
    .map(child => (typeof child === 'string' ? child : svgElement(child)))
  return createElement(node.tag, props, ...children)
}
