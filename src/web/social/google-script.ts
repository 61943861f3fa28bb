/** What the app uses of `google.accounts`, as Google documents it. */
export interface GoogleAccounts {
  id: {
    initialize(config: {
      client_id: string
      callback: (answer: { credential: string }) => void
      auto_select: boolean
      nonce: string
      itp_support: boolean
      use_fedcm_for_prompt: boolean
    }): void
    renderButton(parent: HTMLElement, options: GoogleButton): void
    prompt(): void
    cancel(): void
    disableAutoSelect(): void
    revoke(hint: string, done: (answer: { successful: boolean; error?: string }) => void): void
  }
  /** Only where the script came with it. */
  oauth2?: {
    initTokenClient(config: {
      client_id: string
      scope: string
      callback: (answer: { access_token?: string; error?: string }) => void
    }): TokenClient
    revoke(accessToken: string, done: () => void): void
  }
}

export interface GoogleButton {
  type: 'standard'
  theme: 'outline' | 'filled_black'
  size: 'large'
  text: 'continue_with'
  shape: 'rectangular'
  logo_alignment: 'center'
  /** In pixels, 200 to 400. */
  width: number
}

export interface TokenClient {
  requestAccessToken(options: { hint?: string }): void
}

/** The script's own object, where it has been loaded. */
export const googleAccounts = (): GoogleAccounts | undefined =>
  (globalThis as { google?: { accounts?: GoogleAccounts } }).google?.accounts
