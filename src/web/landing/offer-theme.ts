import { isDark, onThemeChoice, turnTheme } from '../platform/theme.ts'
import { marked } from './section-cues.ts'

/** Shows the button that turns the page from light to dark and back; without a script there would be nothing behind it. */
export function offerTheme(): void {
  const [button] = marked('turn-theme')
  const [name] = marked('turn-theme-name')
  if (!button || !name) return
  const show = () => {
    button.dataset.now = isDark() ? 'dark' : 'light'
    name.textContent = isDark() ? 'Light theme' : 'Dark theme'
  }
  show()
  button.hidden = false
  button.addEventListener('click', turnTheme)
  onThemeChoice(show)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
}
