import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { BodyInput } from '../../contract/endpoint.ts'
import { limits } from '../../contract/limits.ts'
import type { getBillingDetails, setBillingDetails } from '../../contract/payments.ts'
import { call } from '../platform/api.ts'
import { errorWords } from '../platform/error-text.ts'
import { queryClient } from '../platform/query-client.ts'
import { useSession } from '../platform/session-store.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { keepBeforeOrder } from './before-order.ts'
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
  const company = useSession()?.user.company ?? ''
  const [typed, setTyped] = useState<Partial<Billing>>({})
  const saving = useMutation({
    mutationFn: (body: Billing) =>
      call<typeof setBillingDetails>({ method: 'PUT', path: '/accounts/billing', body }),
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(billingKey, saved)
      // What was typed meanwhile stays.
      setTyped(now => without(now, sent))
    },
  })
  const isBare = known.data?.company === '' && known.data.tax_number === '' && !saving.isSuccess
  const shown: Billing = {
    company: '',
    tax_number: '',
    ...known.data,
    ...(isBare && { company }),
    ...typed,
  }
  const isKept = !known.data || isSame(shown, known.data)
  const save = async () => {
    if (!isKept) await saving.mutateAsync(shown)
  }
  const newest = useRef(save)
  useEffect(() => {
    newest.current = save
  })
  useEffect(() => keepBeforeOrder(() => newest.current()), [])
  if (known.isError) {
    return (
      <div className={styles.form} role="alert">
        <p className={styles.failure}>{errorWords(known.error)}</p>
        <Button onClick={() => void known.refetch()}>Try again</Button>
      </div>
    )
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate(shown)
  }
  const bind = (name: keyof Billing) => ({
    name,
    value: shown[name],
    disabled: known.isPending,
    maxLength: limits.fieldMaxLength,
    // A failure is told below.
    onBlur: () => void save().catch(() => {}),
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

const isSame = (one: Billing, other: Billing) =>
  one.company.trim() === other.company && one.tax_number.trim() === other.tax_number

/** What was typed, less what was sent as it stands. */
function without({ company, tax_number }: Partial<Billing>, sent: Billing): Partial<Billing> {
  return {
    ...(company !== undefined && company !== sent.company && { company }),
    ...(tax_number !== undefined && tax_number !== sent.tax_number && { tax_number }),
  }
}
