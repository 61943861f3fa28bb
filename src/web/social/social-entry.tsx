import { useEffect, useRef, useState } from 'react'
import type { SocialOptions, SocialProvider } from '../../contract/social.ts'
import type { SocialEntryProps } from '../auth/social-visitor.ts'
import { isOutside, letsProvidersIn, loadAnew } from '../platform/outside-script.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { Button } from '../ui/button.tsx'
import type { SocialDesk } from './social-desk.ts'
import styles from './social-entry.module.css'
import { showSocialFailure } from './social-failure.ts'
import { useSocialOptions } from './social-options.ts'

/** The other ways to sign in or up: nothing where no provider is offered. */
export function SocialEntry(props: SocialEntryProps) {
  const options = useSocialOptions()
  return options && (options.google || options.facebook) ? <Offered {...props} options={options} /> : null
}

/** The buttons stand at once; what is behind them comes when the page has time, or when one is pressed. */
function Offered({ mode, onVisitor, options }: SocialEntryProps & { options: SocialOptions }) {
  const { google, facebook } = options
  const [busy, setBusy] = useState<SocialProvider | null>(null)
  const [told, setTold] = useState<string | null>(null)
  const [isGoogleDrawn, setGoogleDrawn] = useState(false)
  const slot = useRef<HTMLDivElement>(null)
  const desk = useRef<Promise<SocialDesk> | null>(null)
  const current = useRef({ mode, onVisitor })
  useEffect(() => {
    current.current = { mode, onVisitor }
  })

  function open(): Promise<SocialDesk> {
    desk.current ??= import('./social-desk.ts').then(({ openSocialDesk }) =>
      openSocialDesk({
        options,
        slot: slot.current,
        mode,
        onVisitor: visitor => current.current.onVisitor(visitor),
        onBusy: setBusy,
        onTold: setTold,
        onGoogleDrawn: () => setGoogleDrawn(true),
      }),
    )
    return desk.current
  }

  const openAhead = useRef(open)
  useEffect(() => {
    const scripts = [google?.script_url, facebook?.script_url]
    if (scripts.some(url => url && isOutside(url)) && !letsProvidersIn()) {
      loadAnew()
      return
    }
    const callOff = whenIdle(() => {
      // Whoever presses a button learns of what fails here.
      openAhead.current().catch(() => {
        desk.current = null
      })
    })
    return () => {
      callOff()
      desk.current?.then(opened => opened.close()).catch(() => {})
      desk.current = null
    }
  }, [google, facebook])

  /** What did not come is asked for anew at the next press. */
  async function closeBroken() {
    const opened = await desk.current?.catch(() => null)
    if (opened && !opened.isBroken) return
    opened?.close()
    desk.current = null
  }

  async function press(provider: SocialProvider) {
    setBusy(provider)
    setTold(null)
    try {
      await (await open()).signIn(provider)
    } catch (error) {
      console.debug(error)
      showSocialFailure(mode, provider)
      await closeBroken()
    }
    setBusy(null)
  }

  return (
    <div className={styles.entry}>
      <p className={styles.or}>OR</p>
      {google && (
        <div className={styles.google} inert={busy !== null}>
          {!isGoogleDrawn && (
            <Button size="large" busy={busy === 'GOOGLE'} onClick={() => void press('GOOGLE')}>
              <b className={styles.letter} aria-hidden="true">
                G
              </b>
              Continue with Google
            </Button>
          )}
          <div ref={slot} />
        </div>
      )}
      {facebook && (
        <Button
          size="large"
          busy={busy === 'FACEBOOK'}
          disabled={busy === 'GOOGLE'}
          onClick={() => void press('FACEBOOK')}
        >
          <b className={styles.letter} aria-hidden="true">
            f
          </b>
          Continue with Facebook?
        </Button>
      )}
      <p className="visually-hidden" role="status">
        {busy && busyWords[busy]}
      </p>
      {told && (
        <p className={styles.told} role="alert">
          {told}
        </p>
      )}
    </div>
  )
}

const busyWords: Record<SocialProvider, string> = {
  GOOGLE: 'Waiting for Google…',
  FACEBOOK: 'Waiting for Facebook…',
}
