import { chatStates } from './screens/chat-states.ts'
import { testAccessibility } from './screens/test-accessibility.ts'

testAccessibility(chatStates)
