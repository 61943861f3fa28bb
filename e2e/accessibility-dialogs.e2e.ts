import { dialogStates } from './screens/dialog-states.ts'
import { testAccessibility } from './screens/test-accessibility.ts'

testAccessibility(dialogStates)
