import type { Marks } from '@coffer/contract/search'
import { marksOf } from './search.ranking.ts'
import { fold } from './search.terms.ts'

export interface Snippet {
  text: string
  marks: Marks
}

/** Characters folded at a time, and the maximum for all texts of one page of hits. */
const WINDOW = 8192
export const MAX_READ = 1_000_000
const BEFORE = 50
const LENGTH = 180

/** Returns an excerpt around the first matched word, or null when none is within `readMax` characters. */
export function snippetOf(text: string, words: readonly string[], readMax: number): Snippet | null {
  for (let start = 0; start < Math.min(text.length, readMax); start += WINDOW - LENGTH) {
    const window = text.slice(start, start + WINDOW)
    const first = findFirst(window, words)
    if (first === undefined) continue
    const from = window.lastIndexOf(' ', Math.max(0, first - BEFORE)) + 1
    return createSnippet(text.slice(start + Math.min(from, first), start + first + LENGTH), words)
  }
  return null
}

function findFirst(window: string, words: readonly string[]): number | undefined {
  const folded = fold(window)
  const at = folded.starts.find(start => words.some(word => folded.text.startsWith(word, start)))
  return at === undefined ? undefined : folded.origin[at]
}

function createSnippet(piece: string, words: readonly string[]): Snippet {
  const text = piece.replace(/\s/g, ' ').slice(0, LENGTH)
  const folded = fold(text)
  const matches = folded.starts.flatMap(from => {
    const word = words.find(candidate => folded.text.startsWith(candidate, from))
    return word ? [{ from, to: from + word.length }] : []
  })
  return { text, marks: marksOf(folded, matches) }
}
