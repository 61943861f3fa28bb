import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** `centre` in the middle, `drawer` from the left, `sheet` from below. */
  form?: 'centre' | 'drawer' | 'sheet'
  /** Width of a `centre` dialog, in pixels, where the screen has it. */
  widthPx?: number
  /** On phones it fills the screen. */
  fullOnPhones?: boolean
  /** No bar with the title: the content brings its own head. */
  bare?: boolean
  /** What has the focus at first; without it, or where it would bring up a keyboard, the first thing that can. */
  first?: RefObject<HTMLElement | null>
}

/** A modal dialog: it holds the focus, closes on Escape, and gives the focus back to where it was. */
export function Dialog({
  title,
  onClose,
  children,
  form = 'centre',
  widthPx,
  fullOnPhones = false,
  bare = false,
  first,
}: DialogProps) {
  const names = [styles.popup, styles[form], fullOnPhones ? styles.full : '']
  return (
    <Base.Root open onOpenChange={open => !open && onClose()}>
      <Base.Portal>
        {/* Also over the dialog that this one was opened from. */}
        <Base.Backdrop forceRender className={styles.backdrop} />
        <Base.Popup
          className={names.filter(Boolean).join(' ')}
          style={widthPx ? { maxWidth: widthPx } : {}}
          initialFocus={first && !window.matchMedia('(pointer: coarse)').matches ? first : true}
        >
          {bare ? (
            <Base.Title className="visually-hidden">{title}</Base.Title>
          ) : (
            <div className={styles.head}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              <Base.Close render={<IconButton icon="close" label="Close" />} />
            </div>
          )}
          <div className={styles.body}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
