import type { ComponentProps, KeyboardEvent } from 'react'
import { alongReading } from '../lib/direction.ts'

interface ToolbarProps extends ComponentProps<'div'> {
  'aria-label': string
}

/** A row of buttons in which the arrow keys, Home and End move the focus. */
export const Toolbar = (props: ToolbarProps) => (
  <div {...props} role="toolbar" onKeyDown={handleToolbarKey} />
)

function handleToolbarKey(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')]
  const index = buttons.indexOf(event.target as HTMLElement)
  // Keys pressed in a menu of one of the buttons also arrive here.
  if (index === -1) return
  const destinations: Record<string, HTMLElement | undefined> = {
    ArrowRight: buttons[(index + 1) % buttons.length],
    ArrowLeft: buttons.at(index - 1),
    Home: buttons[0],
    End: buttons.at(-1),
  }
  const next = destinations[alongReading(event.key)]
  if (!next) return
  event.preventDefault()
  // They move nothing in the list that the buttons act on.
  event.stopPropagation()
  next.focus()
}
