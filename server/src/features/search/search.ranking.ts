import type { Fit, Marks } from '@coffer/contract/search'
import { FITS } from '@coffer/contract/search'
import { type Folded, fold, isSpellable, vocabularyOf, wordAt } from './search.terms.ts'

/** Whether one slip of the hand lies between two words: a letter more, less, another, or two swapped. */
export function isOneTypoApart(one: string, other: string): boolean {
  if (one === other) return true
  if (one.length > other.length) return isOneTypoApart(other, one)
  if (other.length - one.length > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const restOne = one.slice(start)
  const restOther = other.slice(start)
  if (one.length < other.length) return restOne === restOther.slice(1)
  const isSwapped = restOne[0] === restOther[1] && restOne[1] === restOther[0]
  return (
    restOne.slice(1) === restOther.slice(1) ||
    (isSwapped && restOne.slice(2) === restOther.slice(2))
  )
}

interface RankedItem {
  fit: Fit
  from: number
  to: number
}

/** Where and how well one word fits a name; null when it does not. */
function findWord(name: Folded, word: string): RankedItem | null {
  const start = name.starts.find(at => name.text.startsWith(word, at))
  if (start !== undefined) return { fit: 'word', from: start, to: start + word.length }
  const part = word.length < 3 ? -1 : name.text.indexOf(word)
  if (part !== -1) return { fit: 'part', from: part, to: part + word.length }
  return findSlip(name, word)
}

function findSlip(name: Folded, word: string): RankedItem | null {
  if (!isSpellable(word)) return null
  const known = vocabularyOf(name).filter(other => isOneTypoApart(word, other))
  for (const at of name.starts) {
    const here = known.find(other => wordAt(name, at).startsWith(other))
    if (here) return { fit: 'typo', from: at, to: at + here.length }
  }
  return null
}

export interface Ranking {
  fit: Fit
  /** In the name as it is written. */
  marks: Marks
}

const worst = (fits: readonly Fit[]): Fit =>
  FITS[Math.max(...fits.map(fit => FITS.indexOf(fit)))] ?? 'text'

/** How well a name fits all words of a search; null when a word is not in it at all. */
export function rankName(
  name: string,
  extension: string,
  words: readonly string[],
): Ranking | null {
  const folded = fold(name)
  const found = words.map(word => findWord(folded, word))
  if (!found.every(one => one !== null)) return null
  const marks = marksOf(folded, found)
  const typed = words.join(' ')
  const ending = extension ? ` ${extension}` : ''
  if (folded.text === typed || folded.text === typed + ending) return { fit: 'exact', marks }
  const fit = worst(found.map(one => one.fit))
  if (fit === 'word' && folded.text.startsWith(typed)) return { fit: 'prefix', marks }
  return { fit, marks }
}

/** Parts of a name as it is written, in order and apart. */
export function marksOf(
  { origin }: Pick<Folded, 'origin'>,
  found: readonly { from: number; to: number }[],
): Marks {
  const end = origin.at(-1) ?? 0
  const sorted = found
    .map(({ from, to }): [number, number] => [origin[from] ?? end, origin[to] ?? end])
    .sort((one, other) => one[0] - other[0])
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

/** Best fit first, then folders, then what came last: the same on every database. */
export const byRank = (one: Ranked, other: Ranked): number =>
  FITS.indexOf(one.fit) - FITS.indexOf(other.fit) ||
  Number(one.type === 'file') - Number(other.type === 'file') ||
  other.entryId - one.entryId
