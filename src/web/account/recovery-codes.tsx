import { messages } from '../../contract/messages.ts'
import { appName } from '../platform/config.ts'
import { keepFile } from '../platform/keep-file.ts'
import { Button } from '../ui/button.tsx'
import { showNotice } from '../ui/notice.tsx'
import codes from './recovery-codes.module.css'
import styles from './security-tab.module.css'

/** Ten codes that each sign in once without the authenticator. They show now and never again. */
export function RecoveryCodes({ codes: made, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = made.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showNotice(messages.copied, { durationMs: 2_000 })
    } catch {
      showNotice('Copying is not allowed here. Select the codes and copy them.', { durationMs: 5_000 })
    }
  }

  const save = () =>
    keepFile(
      new Blob([`${appName} recovery codes\n\n${text}\n`], { type: 'text/plain' }),
      'soko-recovery-codes.txt',
    )

  return (
    <div className={codes.codes}>
      <p className={styles.said} role="status">
        Two-step sign-in is on. Keep these codes apart from your phone: each signs you in once if you lose it.
        They are shown only now.
      </p>
      <ol className={codes.list}>
        {made.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button autoFocus onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={save}>Save as a file</Button>
        <Button look="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}
