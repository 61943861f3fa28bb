/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Local storage key of the session; see platform/config.ts. */
  readonly VITE_SESSION_KEY?: string
}
