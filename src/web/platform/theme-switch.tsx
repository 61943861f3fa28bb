import { IconButton } from '../ui/button.tsx'
import { useMedia } from '../ui/use-media.ts'
import { chooseTheme, useThemeChoice } from './theme.ts'

/** Turns a page from light to dark and back, where there is no account menu to choose from. */
export function ThemeSwitch({ className }: { className?: string | undefined }) {
  const choice = useThemeChoice()
  const isDeviceDark = useMedia('(prefers-color-scheme: dark)')
  const isDark = choice === 'dark' || (choice === 'system' && isDeviceDark)
  const next = isDark ? 'light' : 'dark'
  return (
    <IconButton
      className={className}
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? 'Light theme' : 'Dark theme'}
      // What the device has anyway needs no choice of its own.
      onClick={() => chooseTheme((next === 'dark') === isDeviceDark ? 'system' : next)}
    />
  )
}
