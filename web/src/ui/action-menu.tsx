import { Menu } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import classes from './action-menu.module.css'
import { Entry, type MenuAction } from './menu-entry.tsx'
import { destinationOf, focusableIn } from './move-focus.ts'
import { Sheet } from './sheet.tsx'
import { findTyped } from './type-ahead.ts'

interface ActionMenuProps {
  /** The menu's position; null while it is closed. */
  at: { x: number; y: number } | null
  /** The name of what the actions apply to. */
  title: string
  actions: readonly MenuAction[]
  isNarrow: boolean
  onClose: () => void
}

/** A menu at the pointer, or a bottom sheet on phones. */
export function ActionMenu({ at, title, actions, isNarrow, onClose }: ActionMenuProps) {
  if (isNarrow)
    return (
      <Sheet opened={at !== null} onClose={onClose} title={title}>
        <div role="menu" tabIndex={-1} aria-label={title} onKeyDown={handleMenuKey}>
          {actions.map(action => (
            <SheetAction key={action.label} action={action} onClose={onClose} />
          ))}
        </div>
      </Sheet>
    )
  return (
    <Menu opened={at !== null} onClose={onClose} position="bottom-start" offset={2} width={232}>
      <Menu.Target>
        <span className={classes.point} style={{ left: at?.x ?? 0, top: at?.y ?? 0 }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={title}>
        {actions.map(action => (
          <Entry key={action.label} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Moves the focus in the sheet as in the menus of large screens. */
function handleMenuKey(event: KeyboardEvent<HTMLElement>): void {
  const entries = focusableIn(event, '[role="menuitem"]')
  const next =
    destinationOf(event.key, entries, ['ArrowUp', 'ArrowDown']) ??
    findTyped(event, entries.elements, entries.index)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function SheetAction({ action, onClose }: { action: MenuAction; onClose: () => void }) {
  const { label, icon: Icon, run, danger, parted } = action
  return (
    <button
      type="button"
      role="menuitem"
      className={classes.action}
      data-danger={danger || undefined}
      data-parted={parted || undefined}
      onClick={() => {
        onClose()
        run()
      }}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      {label}
    </button>
  )
}
