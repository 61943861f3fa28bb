/** The words the product specification fixes for the registry of providers, to the letter. */
export const socialMessages = {
  providerNotFound: 'Login provider not found',
  notLoggedIn: 'Not logged in',
  notReady: 'Login providers not ready yet. Are there errors on your console?',
  cannotRefreshToken: 'Chosen login provider is not supported for refreshing a token',
  cannotGetAccessToken: 'Chosen login provider is not supported for getting an access token',
  nobodyLoggedIn: (provider: string) => `No user is currently logged in with ${provider}`,
  cancelled: 'User cancelled login or did not fully authorize.',
  logInFirst: 'You should be logged-in first.',
  noTokenClient: 'No token client was instantiated, you should specify some scopes.',
  noAccessToken: 'No access token to revoke',
  googleMissing: 'Google Accounts API is undefined',
} as const

/** What the registry refuses with: its words are for whoever writes the app, and stand in the console. */
export class SocialError extends Error {
  override readonly name = 'SocialError'
}
