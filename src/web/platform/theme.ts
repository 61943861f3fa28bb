import { storageKeys } from './config.ts'

/** What the reader chose; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const listeners = new Set<() => void>()

export function themeChoice(): ThemeChoice {
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

/** Hears of every choice. Gives back the way to stop. */
export function onThemeChoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isDeviceDark = () => window.matchMedia('(prefers-color-scheme: dark)').matches

export const isDark = (): boolean =>
  themeChoice() === 'dark' || (themeChoice() === 'system' && isDeviceDark())

/** From light to dark, or back. What the device has anyway needs no choice of its own. */
export function turnTheme(): void {
  const next = isDark() ? 'light' : 'dark'
  chooseTheme((next === 'dark') === isDeviceDark() ? 'system' : next)
}
