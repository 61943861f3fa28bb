import { IconButton } from '../ui/button.tsx'
import { useMedia } from '../ui/use-media.ts'
import { isDark, turnTheme } from './theme.ts'
import { useThemeChoice } from './use-theme-choice.ts'

/** Turns a page from light to dark and back, where there is no account menu to choose from. */
export function ThemeSwitch() {
  // Drawn again when either changes.
  useThemeChoice()
  useMedia('(prefers-color-scheme: dark)')
  const isNow = isDark()
  return (
    <IconButton
      icon={isNow ? 'sun' : 'moon'}
      label={isNow ? 'Light theme' : 'Dark theme'}
      onClick={turnTheme}
    />
  )
}
