import { type RefObject, type SubmitEvent, useId, useLayoutEffect, useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import type { VersionedProfile } from '../../contract/profile.ts'
import type { Problems } from '../../contract/registration.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { SuggestField } from '../ui/suggest-field.tsx'
import { type ProfileField, profileFields } from './profile-draft.ts'
import { fieldsOnScreen } from './profile-field-table.ts'
import styles from './profile-form.module.css'
import { StaleEdit } from './stale-edit.tsx'
import { useProfileEdit } from './use-profile-edit.ts'

interface ProfileFormProps {
  start: VersionedProfile
  onUnsaved: (isUnsaved: boolean) => void
}

/** The twelve fields of the profile, of which the e-mail address is only shown. */
export function ProfileForm({ start, onUnsaved }: ProfileFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const listPrefix = useId()
  const edit = useProfileEdit(start, problems => leadTo(form.current, problems))
  const { isUnsaved, newer, base } = edit
  useFocusPassedOn(foot, newer !== null)
  // In the same commit: a key pressed right after must find the dialog knowing it.
  useLayoutEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void edit.save()
  }

  const input = (name: ProfileField) => {
    const { label, hints, suggestions, suggest } = fieldsOnScreen[name]
    const stored = String(base.user[name] ?? '')
    const field = {
      label,
      ...hints,
      // What is stored may be longer than what is typed today; it must stay possible to type it again.
      maxLength: Math.max(hints.maxLength ?? 0, stored.length),
      name,
      value: edit.draft[name],
      error: edit.problems[name]?.[0],
      list: suggestions && listPrefix + name,
      onChange: (event: { target: { value: string } }) => edit.type(name, event.target.value),
    }
    return (
      <div key={name}>
        {suggest ? (
          <SuggestField
            {...field}
            suggest={suggest}
            waitMs={limits.typeAheadMs}
            onPick={text => edit.type(name, text)}
          />
        ) : (
          <Field {...field} />
        )}
        {suggestions && (
          <datalist id={listPrefix + name}>
            {suggestions.map(text => (
              <option key={text} value={text} />
            ))}
          </datalist>
        )}
      </div>
    )
  }
  const [name, ...others] = profileFields

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.fields}>
        {input(name)}
        <Field
          label="Email address"
          className={styles.readOnly}
          value={base.user.email}
          readOnly
          autoComplete="email"
          below="You sign in with it. Change it under Security."
        />
        {others.map(input)}
      </div>
      <div ref={foot} className={styles.foot}>
        {edit.failure && (
          <p className={styles.failure} role="alert">
            {edit.failure}
          </p>
        )}
        {newer ? (
          <StaleEdit
            before={base.user}
            now={newer.user}
            mine={edit.draft}
            onKeepMine={() => edit.keepMine(newer)}
            onTakeTheirs={() => edit.takeTheirs(newer)}
          />
        ) : (
          <div className={styles.save}>
            <p className={styles.unsaved}>{isUnsaved ? 'Not saved yet' : ''}</p>
            <Button type="submit" look="primary" busy={edit.isBusy}>
              {edit.isBusy ? 'Saving...' : 'Save'}
            </Button>
          </div>
        )}
      </div>
    </form>
  )
}

/** When the question of a stale edit comes or goes, the focus of the button that goes passes on to what takes its place. */
function useFocusPassedOn(foot: RefObject<HTMLElement | null>, isAsking: boolean) {
  const wasAsking = useRef(isAsking)
  useLayoutEffect(() => {
    if (wasAsking.current === isAsking) return
    wasAsking.current = isAsking
    const next = foot.current?.querySelector<HTMLElement>('section, button')
    if (document.activeElement === document.body) next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }, [foot, isAsking])
}

/** Moves the focus to the first field on the screen that failed. */
function leadTo(form: HTMLFormElement | null, problems: Problems) {
  const inputs = [...(form?.querySelectorAll('input') ?? [])]
  inputs.find(input => problems[input.name])?.focus()
}
