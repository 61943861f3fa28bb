import type { SocialProvider } from '../../contract/social.ts'

/** Somebody as a provider's script tells of them. For show only: who they are is read from the token, by the server. */
export interface SocialUser {
  provider: string
  id: string
  name: string
  email: string
  photoUrl: string
  firstName: string
  lastName: string
  /** Google's. */
  idToken?: string
  /** Facebook's. */
  authToken?: string
  /** The provider's own answer (Facebook). */
  response?: unknown
}

/** The one of its tokens that the server reads. */
export const tokenOf = ({ idToken, authToken, provider }: SocialUser) => ({
  authToken: idToken ?? authToken ?? '',
  provider: provider as SocialProvider,
})
