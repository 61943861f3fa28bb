import { messages } from '../../contract/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { WovenTiles } from '../ui/woven-tiles.tsx'
import styles from './empty-chat.module.css'

const prompts = [
  'What was tea consumer behaviour in South Africa in the last calendar year?',
  'Give me a summary of mayonnaise purchase trends in Nigeria',
  'Who are the key players in the beverage industry in Kenya?',
] as const

/** A new chat: a welcome and three questions to begin with. Picking one fills the input. */
export function EmptyChat({ onPick }: { onPick: (question: string) => void }) {
  return (
    <div className={styles.empty}>
      <div className={styles.cloth}>
        <WovenTiles columns={9} rows={2} seed={31} />
      </div>
      <h2 className={styles.welcome}>{messages.chatWelcome}</h2>
      <ul className={styles.prompts}>
        {prompts.map(question => (
          <li key={question}>
            <button type="button" className={styles.prompt} onClick={() => onPick(question)}>
              <span>{question}</span>
              <Icon name="send" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
