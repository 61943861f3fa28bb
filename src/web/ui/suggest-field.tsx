import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import styles from './suggest-field.module.css'

interface SuggestFieldProps extends FieldProps {
  /** What can complete a text; the same function from one drawing to the next. */
  suggest: (typed: string) => Promise<readonly string[]>
  /** How long nothing is typed before it is asked, in milliseconds. */
  waitMs: number
  /** A suggestion was taken. */
  onPick: (text: string) => void
}

/** A text field that offers ways to complete what is typed. Anything else may stand in it too. */
export function SuggestField({ suggest, waitMs, onPick, onChange, ...field }: SuggestFieldProps) {
  const listId = useId()
  /** null: nothing is wanted, e.g. after a suggestion was taken. */
  const [typed, setTyped] = useState<string | null>(null)
  const [items, setItems] = useState<readonly string[]>([])
  const [active, setActive] = useState(-1)
  const isOpen = items.length > 0

  useEffect(() => {
    if (typed === null) return
    let isWanted = true
    const show = (found: readonly string[]) => {
      if (!isWanted) return
      setItems(found)
      setActive(-1)
    }
    // Without suggestions the field is a plain one: nothing to tell.
    const timer = setTimeout(() => suggest(typed).then(show, () => show([])), waitMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [typed, suggest, waitMs])

  function close() {
    setTyped(null)
    setItems([])
    setActive(-1)
  }
  function pick(text: string) {
    onPick(text)
    close()
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (!isOpen) return
    const chosen = items[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      // The field itself is one of the places in the round.
      setActive(((active + 1 + step + items.length + 1) % (items.length + 1)) - 1)
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      pick(chosen)
    } else if (event.key === 'Escape') {
      // The dialog around it stays.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <Field
      {...field}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={isOpen}
      aria-controls={isOpen ? listId : undefined}
      aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        onChange?.(event)
        setTyped(event.target.value)
      }}
      onKeyDown={press}
      onBlur={close}
      popup={
        isOpen && (
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox
          <ul id={listId} className={styles.list} role="listbox" aria-label={`${field.label}: suggestions`}>
            {items.map((text, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <li
                key={text}
                id={`${listId}-${place}`}
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an item of that list
                role="option"
                aria-selected={place === active}
                className={styles.item}
                // The field keeps the focus.
                onPointerDown={event => event.preventDefault()}
                onClick={() => pick(text)}
              >
                {text}
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}
