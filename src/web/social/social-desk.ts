import type { SocialOptions, SocialProvider } from '../../contract/social.ts'
import type { SocialVisitor } from '../auth/social-visitor.ts'
import { getSession } from '../platform/session-store.ts'
import { createFacebookProvider } from './facebook-provider.ts'
import { createGoogleProvider, type GoogleProvider } from './google-provider.ts'
import type { GoogleButton } from './google-script.ts'
import { loadScript } from './load-script.ts'
import { meetVisitor } from './meet-visitor.ts'
import type { SocialMode } from './social-failure.ts'
import { SocialError, socialMessages } from './social-messages.ts'
import { freshSocialOptions } from './social-options.ts'
import { createSocialRegistry, type LoginProvider, type SocialRegistry } from './social-registry.ts'
import { type SocialUser, tokenOf } from './social-user.ts'

/** The providers behind the buttons of a sign-in screen. */
export interface SocialDesk {
  /** Resolves once the visitor was met or has turned back, for Google once its own button stands. Throws SocialError. */
  signIn(providerId: SocialProvider): Promise<void>
  /** A provider did not start: another desk may have more luck. */
  readonly isBroken: boolean
  /** The screen is being left. */
  close(): void
}

interface DeskParts {
  options: SocialOptions
  /** Where Google draws its button; null without Google. */
  slot: HTMLElement | null
  mode: SocialMode
  onVisitor: (visitor: SocialVisitor) => Promise<void>
  /** A visitor of this provider is being met. */
  onBusy: (provider: SocialProvider | null) => void
  onTold: (words: string | null) => void
  /** Google's button stands in the slot. */
  onGoogleDrawn: () => void
}

interface Office {
  registry: SocialRegistry
  google: { provider: GoogleProvider; started: Promise<void> } | null
}

/** One a page: the providers' scripts are loaded and set up once. */
let office: Office | undefined
/** A nonce is replaced when it has this much of its life behind it. */
const staleAt = 0.8

function openOffice({ google, facebook, nonce }: SocialOptions): Office {
  const providers = new Map<string, LoginProvider>()
  let googleOffice: Office['google'] = null
  if (google) {
    const load = () => loadScript('GOOGLE', google.script_url)
    const provider = createGoogleProvider({ clientId: google.client_id, nonce, loadScript: load })
    const { promise: started, resolve, reject } = Promise.withResolvers<void>()
    started.catch(() => {})
    const initialize = (autoLogin: boolean) => {
      provider.initialize(autoLogin).then(resolve, reject)
      return started
    }
    providers.set('GOOGLE', { ...provider, initialize })
    googleOffice = { provider, started }
  }
  if (facebook) {
    const load = () => loadScript('FACEBOOK', facebook.script_url)
    const { app_id: appId, version } = facebook
    providers.set('FACEBOOK', createFacebookProvider({ appId, version, loadScript: load }))
  }
  const onError = (error: unknown) => {
    console.error(error)
    office = undefined
  }
  return { registry: createSocialRegistry({ providers, onError }), google: googleOffice }
}

/** Opens the desk of a screen; what the browser cannot do, its buttons tell when they are pressed. */
export function openSocialDesk(parts: DeskParts): SocialDesk {
  const { options, slot, mode, onVisitor, onBusy, onTold, onGoogleDrawn } = parts
  const isAgain = office !== undefined
  office ??= openOffice(options)
  const own = office
  const { registry, google } = own
  const ready = new Promise<void>(resolve => registry.initState.subscribe(() => resolve()))
  let isOpen = true
  let meeting: Promise<void> | undefined

  async function meet(user: SocialUser) {
    onTold(null)
    onBusy(tokenOf(user).provider)
    const isMet = await meetVisitor({ mode, user, onVisitor, onTold })
    onBusy(null)
    if (getSession()) return
    // A nonce may have been used up, and the next try wants one.
    await renewNonce().catch(() => {})
    // Whoever was refused may be somebody else next time.
    if (!isMet) await registry.signOut().catch(() => {})
    if (!isOpen) google?.provider.cancelGreeting()
  }

  let isLoggedIn = false
  let isReplay = isAgain
  const stopListening = registry.authState.subscribe(user => {
    isLoggedIn = user !== null
    // The one told at once is of a screen before this.
    if (user && !isReplay) meeting = meet(user)
  })
  isReplay = false

  function draw() {
    if (!isOpen || !google || !slot) return
    google.provider.renderButton(slot, googleLook(slot))
    onGoogleDrawn()
  }

  async function renewNonce() {
    if (!google) return
    await google.started
    const { nonce } = await freshSocialOptions()
    google.provider.takeNonce(nonce)
    draw()
  }

  const renewalMs = options.nonce_seconds * 1_000 * staleAt
  const renewal = setInterval(() => void renewNonce().catch(() => {}), renewalMs)
  const onStarted = () => {
    draw()
    if (isAgain && isOpen && !isLoggedIn) google?.provider.greet()
  }
  google?.started.then(onStarted, () => {})

  return {
    async signIn(providerId) {
      await ready
      if (providerId === 'GOOGLE') return google?.started
      try {
        await registry.signIn(providerId)
      } catch (error) {
        if (!isCancelled(error)) throw error
        console.debug(error)
        return
      }
      await meeting
    },
    get isBroken() {
      return office !== own
    },
    close() {
      isOpen = false
      clearInterval(renewal)
      stopListening()
      google?.provider.cancelGreeting()
    },
  }
}

/** Whoever went back knows it, and Google does not even tell: nothing failed. */
const isCancelled = (error: unknown) =>
  error instanceof SocialError && error.message === socialMessages.cancelled

/** Google's own button, as near to ours as Google lets it be. */
function googleLook(slot: HTMLElement): GoogleButton {
  const { theme } = document.documentElement.dataset
  const isDark = theme ? theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches
  return {
    type: 'standard',
    theme: isDark ? 'filled_black' : 'outline',
    size: 'large',
    text: 'continue_with',
    shape: 'rectangular',
    logo_alignment: 'center',
    width: Math.min(400, Math.max(200, Math.floor(slot.clientWidth))),
  }
}
