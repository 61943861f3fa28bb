import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { MenuEntry } from './menu.tsx'

const load = () => import('./menu.tsx')
const Menu = lazy(() =>
  load().then(m => ({ default: m.Menu as ComponentType<Parameters<typeof m.Menu>[0]> })),
)

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
  const fetchAhead = () => void load()
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <Suspense>
          <Menu label={label} entries={entries} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
