import { chatStates } from './chat-states.ts'
import { dialogStates } from './dialog-states.ts'
import { paymentStates } from './payment-states.ts'
import { publicStates } from './public-states.ts'
import { sandboxStates } from './sandbox-states.ts'
import type { ScreenState } from './screen-state.ts'

/** Every screen and state: what is looked at, and what is held to the rules of accessibility. */
export const screenStates: readonly ScreenState[] = [
  ...publicStates,
  ...chatStates,
  ...dialogStates,
  ...paymentStates,
  ...sandboxStates,
]
