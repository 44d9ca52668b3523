import { alongReading } from '../../lib/direction.ts'
import type { Step } from './selection.ts'

/** Selects only that row, everything up to it, or moves only the cursor. */
export type StepHow = 'only' | 'range' | 'focus'

/** A command given by keyboard. */
export type Command =
  | { kind: 'step'; step: Step; how: StepHow }
  | { kind: 'open' | 'rename' | 'remove' | 'all' | 'clear' | 'menu' | 'parent' | 'help' }
  | { kind: 'preview' | 'cut' | 'copy' | 'undo' | 'move' | 'favourite' | 'download' }
  | { kind: 'share' | 'toggle' }

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const STEPS: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
  PageUp: 'page-up',
  PageDown: 'page-down',
}

const CHORDS: Record<string, Command> = {
  Enter: { kind: 'open' },
  ' ': { kind: 'preview' },
  F2: { kind: 'rename' },
  Delete: { kind: 'remove' },
  // Mac keyboards often have no Delete key.
  'Ctrl+Backspace': { kind: 'remove' },
  Escape: { kind: 'clear' },
  ContextMenu: { kind: 'menu' },
  'Shift+F10': { kind: 'menu' },
  Backspace: { kind: 'parent' },
  'Alt+ArrowUp': { kind: 'parent' },
  m: { kind: 'move' },
  s: { kind: 'favourite' },
  d: { kind: 'download' },
  l: { kind: 'share' },
  'Ctrl+ ': { kind: 'toggle' },
  'Ctrl+a': { kind: 'all' },
  'Ctrl+x': { kind: 'cut' },
  'Ctrl+c': { kind: 'copy' },
  'Ctrl+z': { kind: 'undo' },
}

/** Returns null for other keys. Ctrl and Cmd are equivalent. */
export function commandOf(pressed: Key): Command | null {
  // The keys for a question mark depend on the keyboard layout.
  if (pressed.key === '?') return { kind: 'help' }
  return CHORDS[chordOf(pressed)] ?? stepOf(pressed)
}

function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): string {
  const name = key.length === 1 ? key.toLowerCase() : key
  const parts = [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', name]
  return parts.filter(Boolean).join('+')
}

function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): Command | null {
  const step = STEPS[alongReading(key)]
  if (!step || altKey) return null
  if (shiftKey) return { kind: 'step', step, how: 'range' }
  return { kind: 'step', step, how: ctrlKey || metaKey ? 'focus' : 'only' }
}
