import type { ReactNode } from 'react'

interface SectionFrameProps {
  /** Its address on the page. */
  id: string
  /** From 1, in the order of the story. */
  number: number
  /** Words on the left, or above. */
  words: ReactNode
  /** What the words speak of. */
  children: ReactNode
}

/** One full-height section: words, and what they speak of. */
export function SectionFrame({ id, number, words, children }: SectionFrameProps) {
  return (
    <section id={id} className="section" data-section={number} aria-labelledby={`${id}-heading`}>
      <div className="inside">
        <div className="words">{words}</div>
        <div className="shown">{children}</div>
      </div>
    </section>
  )
}

/** Where figures come from and what time they speak of, in small print. */
export const SourceLine = ({ children }: { children: ReactNode }) => <p className="source">{children}</p>
