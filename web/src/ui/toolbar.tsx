import type { ComponentProps, KeyboardEvent } from 'react'
import { alongReading } from '../lib/direction.ts'
import { destinationOf, focusableIn } from './move-focus.ts'

interface ToolbarProps extends ComponentProps<'div'> {
  'aria-label': string
}

/** A row of buttons in which the arrow keys, Home and End move the focus. */
export const Toolbar = (props: ToolbarProps) => (
  <div {...props} role="toolbar" onKeyDown={handleToolbarKey} />
)

function handleToolbarKey(event: KeyboardEvent<HTMLElement>): void {
  const buttons = focusableIn(event, 'button:enabled')
  // Keys pressed in a menu of one of the buttons also arrive here.
  if (buttons.index === -1) return
  const next = destinationOf(alongReading(event.key), buttons, ['ArrowLeft', 'ArrowRight'])
  if (!next) return
  event.preventDefault()
  // They move nothing in the list that the buttons act on.
  event.stopPropagation()
  next.focus()
}
