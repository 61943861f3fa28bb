import { useSyncExternalStore } from 'react'
import { storageKeys } from './config.ts'

/** What the reader chose; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

function themeChoice(): ThemeChoice {
  const set = document.documentElement.dataset.theme
  return set === 'light' || set === 'dark' ? set : 'system'
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKeys.theme)
    else localStorage.setItem(storageKeys.theme, choice)
  } catch {
    // The choice holds for this page only.
  }
  if (choice === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = choice
  for (const listener of listeners) listener()
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, themeChoice)
}
