import { type ReactNode, useRef, useState } from 'react'
import { late } from './late.tsx'
import type { MenuEntry } from './menu.tsx'

const Menu = late(() => import('./menu.tsx').then(m => m.Menu))

interface MenuButtonProps {
  label: string
  className?: string | undefined
  entries: readonly MenuEntry[]
  children: ReactNode
}

/** A button with a menu, which is fetched when a pointer or the focus comes near. */
export function MenuButton({ label, className, entries, children }: MenuButtonProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={Menu.fetch}
        onFocus={Menu.fetch}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && <Menu label={label} entries={entries} anchor={button} onClose={() => setOpen(false)} />}
    </>
  )
}
