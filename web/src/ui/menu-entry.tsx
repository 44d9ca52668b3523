import { Menu } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import classes from './action-menu.module.css'

export interface MenuAction {
  label: string
  icon: LucideIcon
  run: () => void
  /** The keyboard shortcut. */
  keys?: string
  danger?: boolean
  /** Whether a divider precedes it. */
  parted?: boolean
  /** Short name for a button of the selection bar. Without one it is listed under More. */
  button?: string
  /**
   * Whether it opens a field that takes the focus, so that the menu does not return it to its
   * button.
   */
  takesFocus?: boolean
  /** Whether the empty state offers it. */
  first?: boolean
}

/** A menu item; also for menus of buttons. */
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
