import { useSyncExternalStore } from 'react'
import { onThemeChoice, type ThemeChoice, themeChoice } from './theme.ts'

/** What the reader chose, as it changes. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(onThemeChoice, themeChoice)
