import { useEffect, useRef } from 'react'
import { type Command, commandOf } from './commands.ts'

const FIELDS = 'input, textarea, select, [contenteditable="true"]'
/** These have keys of their own. */
const ELSEWHERE = 'dialog, [role="dialog"], [role="menu"], [role="tree"]'
const CONTROLS = 'a, button'
const LIST = '[role="grid"]'

/**
 * Commands given by keyboard, in the list or where nothing else has the focus. One that is answered
 * with false is left to the browser.
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
  if (
    !(target instanceof Element) ||
    document.querySelector('dialog, [role="dialog"], [role="menu"]')
  )
    return false
  if (target.closest(FIELDS) || target.closest(ELSEWHERE)) return false
  // No button has keys for these.
  if (command.kind === 'help' || command.kind === 'undo') return true
  // Text that was marked is what is meant to be copied.
  if (command.kind === 'copy' && getSelection()?.isCollapsed === false) return false
  // A focused button or link is pressed by its own keys, also in the head of the list.
  const isPress = command.kind === 'open' || command.kind === 'preview'
  if (isPress && target.closest(CONTROLS)) return false
  // Beside the list, arrows may scroll what it stands in.
  return target.closest(LIST) !== null || target.closest(CONTROLS) === null
}
