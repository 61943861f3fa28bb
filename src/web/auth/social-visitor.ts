import type { ComponentType } from 'react'
import type { SocialToken } from '../../contract/social.ts'

/** Somebody whom a provider named on a sign-in screen. */
export interface SocialVisitor {
  /** Masked, and no address, where only the account that it lets into has it. */
  email: string
  /** '' where the provider told none. */
  name: string
  /** What proves it to the server, once. */
  token: SocialToken
}

export interface SocialEntryProps {
  mode: 'sign-in' | 'sign-up'
  /** What the screen does with a visitor; what it throws is told beside the buttons. */
  onVisitor: (visitor: SocialVisitor) => Promise<void>
}

/** The buttons of the providers, handed to the sign-in screens by the app. */
export type SocialEntry = ComponentType<SocialEntryProps>

let known: SocialVisitor | null = null

/** Keeps a visitor for the screens that follow in this page: never stored, gone with a reload. */
export function rememberVisitor(visitor: SocialVisitor): void {
  known = visitor
}

/** The visitor of this address, if that is who came. */
export const visitorOf = (email: string): SocialVisitor | null =>
  known?.email.toLowerCase() === email.trim().toLowerCase() ? known : null
