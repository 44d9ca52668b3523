import { Menu } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import classes from './action-menu.module.css'

export interface MenuAction {
  label: string
  icon: LucideIcon
  run: () => void
  /** The key that does the same. */
  keys?: string
  danger?: boolean
  /** Begins a new group. */
  parted?: boolean
  /** Its short name as a button of the selection bar. Without one it is listed under More. */
  button?: string
  /** The focus goes to a field that it opens, so the menu does not return it to its button. */
  takesFocus?: boolean
  /** Offered where there is nothing yet. */
  first?: boolean
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
