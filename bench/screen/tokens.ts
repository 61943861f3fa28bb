import type { SignedIn } from './world.ts'

/** The headers of somebody's calls, as the browser would send them. */
export function tokensOf({ storage }: SignedIn): { authorization: string; 'x-device-token': string } {
  const kept = storage.origins.flatMap(origin => origin.localStorage)
  const session = kept.find(({ name }) => name === 'soko_session')?.value ?? '{}'
  const { token, device_token } = JSON.parse(session) as { token: string; device_token: string }
  return { authorization: `Bearer ${token}`, 'x-device-token': device_token }
}
