import { Menu } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { Sheet } from '../../ui/sheet.tsx'
import classes from './action-menu.module.css'
import type { Point } from './list-events.ts'

export interface MenuAction {
  label: string
  icon: LucideIcon
  run: () => void
  /** The key that does the same. */
  keys?: string
  danger?: boolean
  /** Begins a new group. */
  parted?: boolean
  /** Left out of a row of buttons, which has no room for what is rare. */
  rare?: boolean
  /** Offered where there is nothing yet. */
  first?: boolean
}

interface ActionMenuProps {
  /** Null while it is closed. */
  at: Point | null
  /** Whose actions they are. */
  title: string
  actions: readonly MenuAction[]
  isNarrow: boolean
  onClose: () => void
}

/** Actions at the pointer, or in a sheet that slides up on a phone. */
export function ActionMenu({ at, title, actions, isNarrow, onClose }: ActionMenuProps) {
  if (isNarrow)
    return (
      <Sheet opened={at !== null} onClose={onClose} title={title}>
        <div role="menu" aria-label={title}>
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

/** One line of a menu; also of those that hang below a button. */
export function Entry({ action }: { action: MenuAction }) {
  const { label, icon: Icon, run, keys, danger, parted } = action
  return (
    <>
      {parted && <Menu.Divider />}
      <Menu.Item
        leftSection={<Icon size={17} strokeWidth={1.75} aria-hidden />}
        rightSection={keys && <kbd className={classes.keys}>{keys}</kbd>}
        onClick={run}
        className={danger ? classes.danger : undefined}
      >
        {label}
      </Menu.Item>
    </>
  )
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
