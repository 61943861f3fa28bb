import { useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './date-field.module.css'
import { type Day, parseDay } from './day.ts'
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
  const [problem, setProblem] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // Set from outside: what stood in the field gives way.
  if (typed.over !== value) {
    setTyped({ over: value, text: value })
    setProblem(null)
  }

  function take(text: string) {
    const day = text.trim() === '' ? '' : parseDay(text)
    const failing =
      day === null
        ? 'Enter a date as YYYY-MM-DD.'
        : day !== '' && (day < min || day > max)
          ? `Choose a date from ${min} to ${max}.`
          : null
    setProblem(failing)
    if (failing === null && day !== null && day !== value) onChange(day)
  }

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
            setProblem(null)
            setTyped({ over: value, text: day })
            onChange(day)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
