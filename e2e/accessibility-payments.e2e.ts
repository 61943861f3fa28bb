import { paymentStates } from './screens/payment-states.ts'
import { sandboxStates } from './screens/sandbox-states.ts'
import { testAccessibility } from './screens/test-accessibility.ts'

testAccessibility([...paymentStates, ...sandboxStates])
