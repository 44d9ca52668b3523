import { useEffect, useRef } from 'react'
import { isOverlayOpen } from '../../ui/modal-dialog.ts'
import { type Command, commandOf } from './commands.ts'

const FIELDS = 'input, textarea, select, [contenteditable="true"]'
/** It has shortcuts of its own. */
const TREE = '[role="tree"]'
const CONTROLS = 'a, button'
const LIST = '[role="grid"]'

/**
 * Calls back for keyboard commands, in the list or when nothing else has the focus. When the
 * callback returns false, the browser handles the key.
 */
export function useKeyCommands(onCommand: (command: Command) => unknown): void {
  const latest = useRef(onCommand)
  latest.current = onCommand
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const command = event.defaultPrevented ? null : commandOf(event)
      if (!command || !isMeantForList(event, command)) return
      if (latest.current(command) !== false) event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function isMeantForList({ target }: KeyboardEvent, command: Command): boolean {
  if (!(target instanceof Element) || isOverlayOpen()) return false
  if (target.closest(FIELDS) || target.closest(TREE)) return false
  // Buttons do not use these keys.
  if (command.kind === 'help' || command.kind === 'undo') return true
  // Selected text is copied instead of items.
  if (command.kind === 'copy' && getSelection()?.isCollapsed === false) return false
  // Enter and Space activate a focused button or link, also in the table head.
  const isPress = command.kind === 'open' || command.kind === 'preview'
  if (isPress && target.closest(CONTROLS)) return false
  // Outside the list, arrow keys may scroll.
  return target.closest(LIST) !== null || target.closest(CONTROLS) === null
}
