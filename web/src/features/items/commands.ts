import { alongReading } from '../../lib/direction.ts'
import type { Step } from './selection.ts'

/** What a key asks for. */
export type Command =
  | { kind: 'step'; step: Step; extend: boolean }
  | { kind: 'open' | 'rename' | 'remove' | 'all' | 'clear' | 'menu' | 'parent' | 'help' }
  | { kind: 'preview' | 'cut' | 'copy' | 'paste' | 'undo' | 'move' | 'favourite' | 'download' }
  | { kind: 'share' }

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
  // Macs have no Delete key worth the name.
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
  'Ctrl+a': { kind: 'all' },
  'Ctrl+x': { kind: 'cut' },
  'Ctrl+c': { kind: 'copy' },
  'Ctrl+z': { kind: 'undo' },
  'Ctrl+v': { kind: 'paste' },
}

/** Null for a key that is none of ours. Ctrl and Cmd are the same to us. */
export function commandOf(pressed: Key): Command | null {
  // Which keys make the question mark depends on the keyboard.
  if (pressed.key === '?') return { kind: 'help' }
  return CHORDS[chordOf(pressed)] ?? stepOf(pressed)
}

function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): string {
  const name = key.length === 1 ? key.toLowerCase() : key
  const held = [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', name]
  return held.filter(Boolean).join('+')
}

function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): Command | null {
  const step = STEPS[alongReading(key)]
  return step && !(ctrlKey || metaKey || altKey) ? { kind: 'step', step, extend: shiftKey } : null
}
