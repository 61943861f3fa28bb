import { memo, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import styles from './question.module.css'

/** What was asked, clipped where it would push its answer out of the view, until the reader asks for more. */
export const Question = memo(function Question({ text }: { text: string }) {
  const words = useRef<HTMLParagraphElement>(null)
  const [isClipped, setIsClipped] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  const id = useId()

  useLayoutEffect(() => {
    const element = words.current
    if (!element || isWhole) return
    const measure = () => setIsClipped(element.scrollHeight > element.clientHeight + 1)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [isWhole])

  return (
    <div className={styles.question} data-clipped={isClipped && !isWhole}>
      <p ref={words} id={id} className={styles.words} data-whole={isWhole}>
        <span className="visually-hidden">You asked: </span>
        {text}
      </p>
      {isClipped && (
        <Button
          look="link"
          className={styles.more}
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setIsWhole(before => !before)}
        >
          {isWhole ? 'less' : 'more'}
        </Button>
      )}
    </div>
  )
})
