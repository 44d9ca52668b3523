import type { KeyboardEvent } from 'react'
import { plainText } from '../lib/match-word-starts.ts'

/** A longer pause in ms starts a new text. */
const PAUSE_MS = 500

/** The text that is being typed and the time stamp of its last key. */
let typed = { text: '', at: Number.NEGATIVE_INFINITY }

/**
 * Finds the element of a menu or tree that typed characters lead to: the next one whose text begins
 * with them. A repeated character leads on to the following one.
 * @param current the index of the focused element
 */
export function findTyped(
  event: KeyboardEvent,
  elements: readonly HTMLElement[],
  current: number,
): HTMLElement | undefined {
  const { key, timeStamp, ctrlKey, metaKey, altKey } = event
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
  const isContinued = timeStamp - typed.at < PAUSE_MS
  typed = { text: (isContinued ? typed.text : '') + plainText(key), at: timeStamp }
  const [first = ''] = typed.text
  const isRepeated = typed.text === first.repeat(typed.text.length)
  const prefix = isRepeated ? first : typed.text
  // While several characters are typed, the focused element may still match.
  const start = isRepeated ? current + 1 : current
  return [...elements.slice(start), ...elements.slice(0, start)].find(({ textContent }) =>
    plainText(textContent.trim()).startsWith(prefix),
  )
}
