/** The product's name: the one place it stands in the app. */
export const appName = 'Soko'

/** Where every call goes; what else an installation has of its own, it tells at /front/config. */
export const apiBase = '/api'

/** What a request for support says it was sent from. */
export const assistantLabel = `${appName} Assistant`

/** Where the browser keeps what must outlive a page. */
export const storageKeys = {
  /** The login response; the name can be set when the app is built. */
  session: import.meta.env.VITE_SESSION_KEY ?? 'soko_session',
  /** The front settings; the product specification fixes this name. */
  frontSettings: 'mav_chat_settings',
  /** 'light' or 'dark'; public/theme.js reads it before the first paint. */
  theme: 'soko_theme',
  /** The name of the reader's time zone, and what it was found by. */
  timeZone: 'soko_time_zone',
  /** 'yes' once the notice about what the browser keeps was read. */
  storageNotice: 'soko_storage_notice',
  /** Conversations by label, per user. */
  history: (userId: string) => `soko_history:${userId}`,
  /** Text not yet sent, per user and conversation. */
  draft: (userId: string, sessionKey: string | null) => `soko_draft:${userId}:${sessionKey ?? 'new'}`,
  /** A message to support not yet sent, per user. */
  supportDraft: (userId: string) => `soko_draft:${userId}:support`,
} as const

/** Keys of one user's own words: gone when that user logs out by choice, kept when the session merely ended. */
export const personalKeyPrefixes = ['soko_history:', 'soko_draft:'] as const

/** Tabs of this app greet each other here. */
export const tabChannelName = 'soko_chat_tab'
