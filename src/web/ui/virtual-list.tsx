import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback } from 'react'

interface VirtualListProps<T> {
  items: readonly T[]
  /** This and `heightPxOf` must stay the same functions: with new ones every row is measured again. */
  keyOf: (item: T) => string
  heightPxOf: (item: T) => number
  draw: (item: T) => ReactNode
  /** The element that scrolls; null before it is there. */
  scroller: HTMLElement | null
}

/** A list of thousands of rows of known height, of which only those in view are drawn. */
export function VirtualList<T>({ items, keyOf, heightPxOf, draw, scroller }: VirtualListProps<T>) {
  const estimateSize = useCallback(
    (place: number) => {
      const item = items[place]
      return item === undefined ? 0 : heightPxOf(item)
    },
    [items, heightPxOf],
  )
  const getItemKey = useCallback(
    (place: number) => {
      const item = items[place]
      return item === undefined ? place : keyOf(item)
    },
    [items, keyOf],
  )
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize,
    getItemKey,
    overscan: 12,
  })
  return (
    <ul style={{ position: 'relative', height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(row => {
        const item = items[row.index]
        return (
          item !== undefined && (
            <li
              key={row.key}
              style={{ position: 'absolute', insetInline: 0, transform: `translateY(${row.start}px)` }}
            >
              {draw(item)}
            </li>
          )
        )
      })}
    </ul>
  )
}
