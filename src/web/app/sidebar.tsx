import { Link } from 'wouter'
import { ConversationList } from '../chat/conversation-list.tsx'
import { appName } from '../platform/config.ts'
import { paths } from '../platform/paths.ts'
import { Icon } from '../ui/icon.tsx'
import { Mark } from '../ui/mark.tsx'
import styles from './sidebar.module.css'

export interface SidebarProps {
  sessionKey: string | null
  onOpen: () => void
  onDeleted: () => void
  onAccount: () => void
  onCredits: () => void
  onLogout: () => void
}

/** New Chat, the conversations, the account's doors. */
export function Sidebar({ sessionKey, onOpen, onDeleted, onAccount, onCredits, onLogout }: SidebarProps) {
  return (
    <nav className={styles.sidebar} aria-label="Conversations">
      <div className={styles.brand}>
        <Mark size={26} />
        {appName}
      </div>
      <Link className={styles.newChat} href={paths.app} onClick={onOpen}>
        <Icon name="plus" />
        New Chat
      </Link>
      <ConversationList current={sessionKey} onOpen={onOpen} onDeleted={onDeleted} />
      <div className={styles.foot}>
        <button type="button" className={styles.door} aria-haspopup="dialog" onClick={onAccount}>
          <Icon name="person" />
          My Account
        </button>
        <button type="button" className={styles.door} aria-haspopup="dialog" onClick={onCredits}>
          <Icon name="coins" />
          Credits
        </button>
        <button type="button" className={styles.door} aria-haspopup="dialog" onClick={onLogout}>
          <Icon name="leave" />
          Log out
        </button>
        <small className={styles.rights}>
          © {new Date().getFullYear()} {appName}
        </small>
      </div>
    </nav>
  )
}
