import type { Fit, Marks } from '@coffer/contract/search'
import { FITS } from '@coffer/contract/search'
import { type Folded, fold, isSpellable, vocabularyOf, wordAt } from './search.terms.ts'

/** Reports whether two words differ by one typo: a character added, removed or changed, or two swapped. */
export function isOneTypoApart(first: string, second: string): boolean {
  if (first === second) return true
  if (first.length > second.length) return isOneTypoApart(second, first)
  if (second.length - first.length > 1) return false
  let start = 0
  while (start < first.length && first[start] === second[start]) start += 1
  const firstRest = first.slice(start)
  const secondRest = second.slice(start)
  if (first.length < second.length) return firstRest === secondRest.slice(1)
  const isSwapped = firstRest[0] === secondRest[1] && firstRest[1] === secondRest[0]
  return (
    firstRest.slice(1) === secondRest.slice(1) ||
    (isSwapped && firstRest.slice(2) === secondRest.slice(2))
  )
}

interface WordMatch {
  fit: Fit
  from: number
  to: number
}

/** Returns where and how well a word matches a name, or null. */
function findWord(name: Folded, word: string): WordMatch | null {
  const start = name.starts.find(at => name.text.startsWith(word, at))
  if (start !== undefined) return { fit: 'word', from: start, to: start + word.length }
  const part = word.length < 3 ? -1 : name.text.indexOf(word)
  if (part !== -1) return { fit: 'part', from: part, to: part + word.length }
  return findTypo(name, word)
}

function findTypo(name: Folded, word: string): WordMatch | null {
  if (!isSpellable(word)) return null
  const similarWords = vocabularyOf(name).filter(candidate => isOneTypoApart(word, candidate))
  for (const at of name.starts) {
    const similar = similarWords.find(candidate => wordAt(name, at).startsWith(candidate))
    if (similar) return { fit: 'typo', from: at, to: at + similar.length }
  }
  return null
}

export interface Ranking {
  fit: Fit
  /** Matched ranges of the original name. */
  marks: Marks
}

const worst = (fits: readonly Fit[]): Fit =>
  FITS[Math.max(...fits.map(fit => FITS.indexOf(fit)))] ?? 'text'

/** Ranks how well a name matches all words; null when one does not match. */
export function rankName(
  name: string,
  extension: string,
  words: readonly string[],
): Ranking | null {
  const folded = fold(name)
  const matches = words.map(word => findWord(folded, word))
  if (!matches.every(match => match !== null)) return null
  const marks = marksOf(folded, matches)
  const typed = words.join(' ')
  const suffix = extension ? ` ${extension}` : ''
  if (folded.text === typed || folded.text === typed + suffix) return { fit: 'exact', marks }
  const fit = worst(matches.map(match => match.fit))
  if (fit === 'word' && folded.text.startsWith(typed)) return { fit: 'prefix', marks }
  return { fit, marks }
}

/** Maps folded ranges to the original text, sorted and merged. */
export function marksOf(
  { origin }: Pick<Folded, 'origin'>,
  matches: readonly { from: number; to: number }[],
): Marks {
  const end = origin.at(-1) ?? 0
  const sorted = matches
    .map(({ from, to }): [number, number] => [origin[from] ?? end, origin[to] ?? end])
    .sort((first, second) => first[0] - second[0])
  const marks: Marks = []
  for (const [from, to] of sorted) {
    const last = marks.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  return marks
}

export interface Ranked {
  fit: Fit
  type: 'file' | 'folder'
  entryId: number
}

/** Sorts by fit, then folders first, then newest first, the same on every database. */
export const byRank = (first: Ranked, second: Ranked): number =>
  FITS.indexOf(first.fit) - FITS.indexOf(second.fit) ||
  Number(first.type === 'file') - Number(second.type === 'file') ||
  second.entryId - first.entryId
