import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { downloadData } from '../../contract/account.ts'
import { type Call, send } from '../platform/api.ts'
import { networkError } from '../platform/api-error.ts'
import { errorWords } from '../platform/error-text.ts'
import { formatNumber } from '../platform/format.ts'
import { keepFile } from '../platform/keep-file.ts'
import { Button } from '../ui/button.tsx'
import { Section } from './section.tsx'
import styles from './security-tab.module.css'

/** Everything of the account as one file. */
export function DownloadSection() {
  const [receivedBytes, setReceivedBytes] = useState(0)
  const download = useMutation({
    mutationFn: () => fetchData(setReceivedBytes),
    onMutate: () => setReceivedBytes(0),
    onSuccess: file => keepFile(file, `soko-my-data-${new Date().toISOString().slice(0, 10)}.json`),
  })
  return (
    <Section
      title="Your data"
      text="Your profile, conversations with their answers, credit entries, sign-ins and messages to support, as one JSON file."
      action={
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? 'Downloading...' : 'Download my data'}
        </Button>
      }
    >
      {download.isPending && receivedBytes > 0 && (
        <p className={`${styles.text} num`} role="status">
          {formatNumber(receivedBytes / 1_000_000)} MB so far
        </p>
      )}
      {download.isError && (
        <p className={styles.failure} role="alert">
          The file did not come through. {errorWords(download.error)}
        </p>
      )}
    </Section>
  )
}

const dataCall: Call<typeof downloadData> = { method: 'GET', path: '/accounts/data' }

/** Reads the file as it comes. Throws ApiError, also where it breaks off. */
async function fetchData(onBytes: (received: number) => void): Promise<Blob> {
  const response = await send(dataCall, { Accept: 'application/json' })
  const parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  try {
    for (const reader = response.body?.getReader(); reader; ) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      received += value.length
      onBytes(received)
    }
  } catch {
    throw networkError()
  }
  return new Blob(parts, { type: 'application/json' })
}
