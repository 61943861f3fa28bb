import type { SocialProvider } from '../../contract/social.ts'
import { showNotice } from '../ui/notice.tsx'

/** Long enough to be read twice; its action closes it sooner. */
const noticeMs = 30_000

/** (spec) What is said where a provider was of no help. */
const words = {
  'sign-in': {
    GOOGLE: 'Could not complete Google sign in. Please try again later',
    FACEBOOK: 'Could not complete Facebook sign in. Please try again later',
  },
  'sign-up': {
    GOOGLE: 'Could not complete Google signup. Please try again later',
    FACEBOOK: 'Could not complete Facebook signup. Please try again later',
  },
} as const satisfies Record<string, Record<SocialProvider, string>>

export type SocialMode = keyof typeof words

export function showSocialFailure(mode: SocialMode, provider: SocialProvider): void {
  showNotice(words[mode][provider], { durationMs: noticeMs, action: { label: 'OK', run: () => {} } })
}
