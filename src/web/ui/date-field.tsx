import { useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './date-field.module.css'
import { type Day, dayProblem, parseDay } from './day.ts'
import { Field } from './field.tsx'
import { late } from './late.tsx'

const DatePicker = late(() => import('./date-picker.tsx').then(m => m.DatePicker))

interface DateFieldProps {
  label: string
  /** '' for none. */
  value: Day | ''
  onChange: (day: Day | '') => void
  /** The first and the last day that can be chosen. */
  min: Day
  max: Day
}

/** A day as text in the form YYYY-MM-DD, or picked from a calendar, which is fetched when it is first wanted. */
export function DateField({ label, value, onChange, min, max }: DateFieldProps) {
  const [typed, setTyped] = useState({ over: value, text: value as string })
  /** Whether what is typed has been judged: not before it could be a day, or is left. */
  const [isJudged, setIsJudged] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Set from outside: what stood in the field gives way.
  if (typed.over !== value) {
    setTyped({ over: value, text: value })
    setIsJudged(false)
  }
  const problem = isJudged ? dayProblem(typed.text, min, max) : null

  function take(text: string) {
    setIsJudged(true)
    const day = text.trim()
    if (dayProblem(text, min, max) === null && day !== value) onChange(day)
  }

  // What was out of reach may be within it once the other end is moved.
  const judgeAgain = useRef(() => {})
  useEffect(() => {
    judgeAgain.current = () => {
      if (isJudged) take(typed.text)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the reach that moved.
  useEffect(() => judgeAgain.current(), [min, max])

  return (
    <div className={styles.date}>
      <Field
        ref={input}
        label={label}
        className={styles.input}
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        maxLength={10}
        value={typed.text}
        error={problem}
        onChange={event => {
          setTyped({ over: value, text: event.target.value })
          if (problem !== null || parseDay(event.target.value) !== null) take(event.target.value)
        }}
        onBlur={event => take(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && take(event.currentTarget.value)}
        end={
          <span className={styles.ends}>
            {typed.text !== '' && (
              <IconButton
                icon="close"
                size={14}
                label={`Clear: ${label}`}
                onClick={() => {
                  setTyped({ over: value, text: '' })
                  take('')
                  button.current?.focus()
                }}
              />
            )}
            <IconButton
              ref={button}
              icon="calendar"
              label={`Choose a date: ${label}`}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onPointerEnter={DatePicker.fetch}
              onFocus={DatePicker.fetch}
              onClick={() => setIsOpen(!isOpen)}
            />
          </span>
        }
      />
      {isOpen && (
        <DatePicker
          label={label}
          value={value}
          min={min}
          max={max}
          field={input}
          button={button}
          onPick={day => {
            setIsJudged(false)
            setTyped({ over: value, text: day })
            onChange(day)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
