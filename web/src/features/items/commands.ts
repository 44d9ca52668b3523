import { alongReading } from '../../lib/direction.ts'
import type { Step } from './selection.ts'

/** To that row alone, to everything up to there, or there with the selection left as it is. */
export type StepHow = 'only' | 'range' | 'focus'

/** What a key asks for. */
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
  'Ctrl+ ': { kind: 'toggle' },
  'Ctrl+a': { kind: 'all' },
  'Ctrl+x': { kind: 'cut' },
  'Ctrl+c': { kind: 'copy' },
  'Ctrl+z': { kind: 'undo' },
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
  if (!step || altKey) return null
  if (shiftKey) return { kind: 'step', step, how: 'range' }
  return { kind: 'step', step, how: ctrlKey || metaKey ? 'focus' : 'only' }
}
