import { publicStates } from './screens/public-states.ts'
import { testAccessibility } from './screens/test-accessibility.ts'

testAccessibility(publicStates)
