import { useRef, useState } from 'react'
import type { Problems } from '../../contract/registration.ts'

/** What fails in a form, by field; the first failing field gets the focus. */
export function useProblems() {
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)

  function show(found: Problems) {
    setProblems(found)
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])]
    inputs.find(input => found[input.name])?.focus()
  }

  /** Its field is being typed anew. */
  function forget(name: string) {
    if (problems[name])
      setProblems(Object.fromEntries(Object.entries(problems).filter(([key]) => key !== name)))
  }

  return { form, problems, show, forget }
}
