import { CreditsBadge } from '../credits/credits-badge.tsx'
import { appName } from '../platform/config.ts'
import { initialsOf } from '../platform/format.ts'
import { useSession } from '../platform/session-store.ts'
import { chooseTheme, type ThemeChoice } from '../platform/theme.ts'
import { useThemeChoice } from '../platform/use-theme-choice.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Mark } from '../ui/mark.tsx'
import type { MenuEntry } from '../ui/menu.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import styles from './header.module.css'

interface HeaderProps {
  /** The open conversation's name. */
  title: string
  onMenu: () => void
  onSupport: () => void
  onAccount: () => void
  onCredits: () => void
  onLogout: () => void
}

/** Where one is, what is left, who one is. Phones get the menu and the mark instead of the title. */
export function Header({ title, onMenu, onSupport, onAccount, onCredits, onLogout }: HeaderProps) {
  return (
    <header className={styles.header}>
      <IconButton className={styles.menu} icon="menu" size={20} label="Open the menu" onClick={onMenu} />
      <span className={styles.brand}>
        <Mark size={24} />
        {appName}
      </span>
      <h1 className={styles.title}>{title}</h1>
      <Button
        className={styles.support}
        look="ghost"
        title="Contact Support"
        aria-haspopup="dialog"
        onClick={onSupport}
      >
        <Icon name="help" size={18} />
        <span>Contact Support</span>
      </Button>
      <CreditsBadge onOpen={onCredits} />
      <AccountMenu onAccount={onAccount} onLogout={onLogout} />
    </header>
  )
}

function AccountMenu({ onAccount, onLogout }: { onAccount: () => void; onLogout: () => void }) {
  const session = useSession()
  const theme = useThemeChoice()
  const name = session?.user.name ?? ''
  // Said in the button's name too: who speaks to the browser says what stands on it.
  const initials = initialsOf(name)
  const entries: MenuEntry[] = [
    { kind: 'head', title: name, text: session?.user.email ?? '' },
    { kind: 'action', label: 'My Account', icon: 'person', run: onAccount },
    { kind: 'line' },
    {
      kind: 'choice',
      label: 'Theme',
      value: theme,
      options: [
        { value: 'system', label: 'As the device', icon: 'device' },
        { value: 'light', label: 'Light', icon: 'sun' },
        { value: 'dark', label: 'Dark', icon: 'moon' },
      ],
      choose: value => chooseTheme(value as ThemeChoice),
    },
    { kind: 'line' },
    { kind: 'action', label: 'Log out', icon: 'leave', run: onLogout },
  ]
  return (
    <MenuButton className={styles.account} label={`Account: ${name}, ${initials}`} entries={entries}>
      <span className={styles.initials}>{initials}</span>
    </MenuButton>
  )
}
