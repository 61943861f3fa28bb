import { memo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Conversation } from '../../contract/chat.ts'
import { clipText } from '../../contract/clip-text.ts'
import { limits } from '../../contract/limits.ts'
import { errorWords } from '../platform/error-text.ts'
import { paths } from '../platform/paths.ts'
import { Icon } from '../ui/icon.tsx'
import type { MenuEntry } from '../ui/menu.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import { showNotice } from '../ui/notice.tsx'
import styles from './conversation-row.module.css'
import { deleteFromHistory, editHistory, restoreToHistory, titleOf } from './queries.ts'

interface ConversationRowProps {
  conversation: Conversation
  isCurrent: boolean
  onOpen: () => void
  onDeleted: () => void
}

const tellFailure = (error: unknown) => showNotice(errorWords(error), { durationMs: 5_000 })

/** One conversation in the sidebar: open, rename, pin, delete. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, isCurrent, onOpen, onDeleted } = props
  const [state, setState] = useState<'plain' | 'renaming'>('plain')
  const title = titleOf(conversation)
  const key = conversation.session_key

  function remove() {
    if (isCurrent) onDeleted()
    deleteFromHistory(key).then(() => offerUndo(conversation, isCurrent), tellFailure)
  }

  if (state === 'renaming') {
    return (
      <RenameField
        title={title}
        onDone={next => {
          setState('plain')
          if (next && next !== title) editHistory(key, { title: next }).catch(tellFailure)
        }}
      />
    )
  }

  const entries: MenuEntry[] = [
    { kind: 'action', label: 'Rename', icon: 'pencil', run: () => setState('renaming') },
    {
      kind: 'action',
      label: conversation.pinned ? 'Unpin' : 'Pin',
      icon: 'pin',
      run: () => void editHistory(key, { pinned: !conversation.pinned }).catch(tellFailure),
    },
    { kind: 'action', label: 'Delete', icon: 'bin', danger: true, run: remove },
  ]

  return (
    <div className={styles.row} data-current={isCurrent}>
      <Link
        className={styles.link}
        href={paths.chat(key)}
        aria-current={isCurrent ? 'page' : undefined}
        title={title}
        onClick={onOpen}
      >
        <span className={styles.title}>{title}</span>
        {conversation.found && <span className={styles.found}>{conversation.found}</span>}
      </Link>
      <MenuButton className={styles.more} label={`More for: ${title}`} entries={entries}>
        <Icon name="more" />
      </MenuButton>
    </div>
  )
})

/** How long a deletion can be undone on the screen. */
const undoMs = 8_000

/** Says what was deleted, with the way back; one that was open opens again. */
function offerUndo(conversation: Conversation, wasOpen: boolean) {
  const undo = async () => {
    await restoreToHistory(conversation.session_key)
    if (wasOpen) navigate(paths.chat(conversation.session_key))
  }
  showNotice(`Deleted “${clipText(titleOf(conversation), 60)}”`, {
    durationMs: undoMs,
    action: { label: 'Undo', run: () => void undo().catch(tellFailure) },
  })
}

/** The title as a field: Enter keeps, Escape leaves it as it was. */
function RenameField({ title, onDone }: { title: string; onDone: (next: string | null) => void }) {
  const isDone = useRef(false)
  const done = (next: string | null) => {
    if (isDone.current) return
    isDone.current = true
    onDone(next)
  }
  return (
    <input
      className={styles.rename}
      aria-label="Conversation title"
      defaultValue={title.slice(0, limits.titleMaxLength)}
      maxLength={limits.titleMaxLength}
      // biome-ignore lint/a11y/noAutofocus: renaming was just asked for, so the reader wants to be in the field
      autoFocus
      onFocus={event => event.target.select()}
      onBlur={event => done(event.target.value.trim())}
      onKeyDown={event => {
        if (event.key === 'Enter') done(event.currentTarget.value.trim())
        if (event.key === 'Escape') {
          // It ends the renaming, not the drawer around it.
          event.stopPropagation()
          done(null)
        }
      }}
    />
  )
}
