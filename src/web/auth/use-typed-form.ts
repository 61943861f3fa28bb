import { type SubmitEvent, useRef, useState } from 'react'
import type { Problems } from '../../contract/registration.ts'
import { ApiError } from '../platform/api-error.ts'
import { errorWords } from '../platform/error-text.ts'

interface TypedFormParts<Typed> {
  /** What stands in the fields at first. */
  empty: Typed
  problemsOf: (typed: Typed) => Problems
  /** Sends what was typed; what it throws is told at the fields it names, else below them. */
  send: (typed: Typed) => Promise<void>
  /** True where the refusal was told elsewhere. */
  takesRefusal?: (error: unknown) => boolean
}

/** A form of text fields: what is typed, what fails in it, and its sending. The first failing field gets the focus. */
export function useTypedForm<Typed extends Record<string, string>>(parts: TypedFormParts<Typed>) {
  const [typed, setTyped] = useState(parts.empty)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function show(found: Problems) {
    setProblems(found)
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])]
    inputs.find(input => found[input.name])?.focus()
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(null)
    const found = parts.problemsOf(typed)
    show(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await parts.send(typed)
    } catch (error) {
      setBusy(false)
      if (parts.takesRefusal?.(error)) return
      const byField = error instanceof ApiError ? error.errors : {}
      show(byField)
      const names = Object.keys(byField)
      if (names.length === 0 || names.some(name => !(name in typed))) setFailure(errorWords(error))
    }
  }

  const bind = (name: keyof Typed & string) => ({
    name,
    value: typed[name],
    error: problems[name]?.[0],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value })
      // It is being typed anew.
      if (problems[name])
        setProblems(Object.fromEntries(Object.entries(problems).filter(([key]) => key !== name)))
    },
  })

  return {
    typed,
    failure,
    busy,
    bind,
    /** For the form element. */
    formProps: { ref: form, noValidate: true, onSubmit: (event: SubmitEvent) => void submit(event) },
  }
}
