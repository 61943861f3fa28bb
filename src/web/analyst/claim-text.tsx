import { createContext, use } from 'react'
import type { Claim, Span } from '../../contract/answer.ts'
import styles from './claim-text.module.css'

/** Claims by their id. */
export type Claims = Readonly<Record<string, Claim>>

/** What the figures of a block stand on, and how one is opened. */
interface ClaimActions {
  readonly claims: Claims
  readonly onClaim: (claimId: string) => void
}

export const ClaimContext = createContext<ClaimActions>({ claims: {}, onClaim: () => {} })

interface ClaimTextProps {
  spans: readonly Span[]
  openClaim: string | null
  /** `quiet` figures show that they open only when pointed at: in tiles, where all of them do. */
  look?: 'underlined' | 'quiet'
  /** Words not yet checked: their figures open nothing and must not look as if they did. */
  isChecked?: boolean
}

/** Prose in pieces; each figure tied to a cell is a button that opens its rows. */
export function ClaimText({ spans, openClaim, look = 'underlined', isChecked = true }: ClaimTextProps) {
  const { claims, onClaim } = use(ClaimContext)
  return gluedPieces(spans).map(({ span, before, after }, place) => {
    const claim = isChecked && span.claim !== undefined ? claims[span.claim] : undefined
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text keep their places, they only grow at the end
    if (!claim) return <span key={place}>{before + span.text + after}</span>
    const isOpen = claim.id === openClaim
    const figure = (
      <button
        type="button"
        className={[styles.claim, styles[look], 'num'].join(' ')}
        aria-expanded={isOpen}
        aria-label={`${span.text}: ${claim.measure}, ${claim.entity}, ${claim.period}. Show its rows`}
        data-claim={claim.id}
        onClick={() => onClaim(claim.id)}
        dir="auto"
      >
        {span.text}
      </button>
    )
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text keep their places
      <span key={place} className={before + after === '' ? undefined : styles.glued}>
        {before}
        {figure}
        {after}
      </span>
    )
  })
}

/** A button may be parted from the full stop behind it at a line's end, so a figure takes the marks around it along. */
function gluedPieces(spans: readonly Span[]): { span: Span; before: string; after: string }[] {
  const pieces = spans.map(span => ({ span, before: '', after: '' }))
  pieces.forEach((piece, place) => {
    if (piece.span.claim === undefined) return
    const last = pieces[place - 1]
    if (last && last.span.claim === undefined) {
      const [open = ''] = /[([“‘«]+$/.exec(last.span.text) ?? []
      last.span = { text: last.span.text.slice(0, last.span.text.length - open.length) }
      piece.before = open
    }
    const next = pieces[place + 1]
    if (next && next.span.claim === undefined) {
      const [close = ''] = /^[.,;:!?%)\]”’»]+/.exec(next.span.text) ?? []
      next.span = { text: next.span.text.slice(close.length) }
      piece.after = close
    }
  })
  return pieces
}

/** The claim that is open, if it stands in these spans: what did not change is not drawn again. */
export const openAmong = (spans: readonly Span[], openClaim: string | null): string | null =>
  openClaim !== null && spans.some(span => span.claim === openClaim) ? openClaim : null
