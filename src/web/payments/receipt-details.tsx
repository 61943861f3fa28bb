import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { BodyInput } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { getBillingDetails, setBillingDetails } from '../../contract/payments.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { queryClient } from '../platform/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import styles from './receipt-details.module.css'

type Billing = BodyInput<typeof setBillingDetails>
const billingKey = ['payments', 'billing'] as const

/** What receipts say of the buyer beside the name: folded away, since few need it. */
export function ReceiptDetails() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.details} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>On your receipt: company, tax number</summary>
      {isOpen && <BillingForm />}
    </details>
  )
}

function BillingForm() {
  const known = useQuery({
    queryKey: billingKey,
    queryFn: ({ signal }) =>
      call<typeof getBillingDetails>({ method: 'GET', path: '/accounts/billing', signal }),
  })
  const [typed, setTyped] = useState<Partial<Billing>>({})
  const saving = useMutation({
    mutationFn: (body: Billing) =>
      call<typeof setBillingDetails>({ method: 'PUT', path: '/accounts/billing', body }),
    onSuccess: saved => {
      queryClient.setQueryData(billingKey, saved)
      setTyped({})
    },
  })
  if (known.isError) {
    return (
      <div className={styles.form} role="alert">
        <p className={styles.failure}>{errorWords(known.error)}</p>
        <Button onClick={() => void known.refetch()}>Try again</Button>
      </div>
    )
  }
  const shown: Billing = { company: '', tax_number: '', ...known.data, ...typed }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate(shown)
  }
  const bind = (name: keyof Billing) => ({
    name,
    value: shown[name],
    disabled: known.isPending,
    maxLength: limits.fieldMaxLength,
    onChange: (event: { target: { value: string } }) => {
      saving.reset()
      setTyped({ ...typed, [name]: event.target.value })
    },
  })
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label="Company (optional)" autoComplete="organization" {...bind('company')} />
      <Field label="Tax number (optional)" autoComplete="off" {...bind('tax_number')} />
      {saving.isError && (
        <p className={styles.failure} role="alert">
          {errorWords(saving.error)}
        </p>
      )}
      <div className={styles.end}>
        <Button type="submit" busy={saving.isPending} disabled={known.isPending}>
          {saving.isPending ? 'Saving...' : 'Save'}
        </Button>
        <span role="status">{saving.isSuccess && 'Saved. Receipts from now on say so.'}</span>
      </div>
    </form>
  )
}
