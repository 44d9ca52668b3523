import { NAME_MAX_BYTES, normaliseName, splitExtension } from '@coffer/contract'

/** Two names with the same key can't stand in one folder: `A.txt` and `a.txt` are one name. */
export const nameKey = (name: string): string => normaliseName(name).toLowerCase()

const MARKS = /\p{Mn}+/gu
/** A run of digits sorts by its value: longer numbers are larger once leading zeros are gone. */
const byValue = (digits: string): string => {
  const number = digits.replace(/^0+(?=\d)/, '')
  return String(number.length).padStart(3, '0') + number
}

/** What people expect of a sorted list: `file2` before `file10`, `é` beside `e`. */
export const sortName = (name: string): string =>
  name.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/\d+/g, byValue)

function cutToBytes(text: string, bytes: number): string {
  let cut = ''
  let used = 0
  for (const character of text) {
    used += Buffer.byteLength(character)
    if (used > bytes) break
    cut += character
  }
  return cut
}

/** What follows a dot so far from the end is no ending, and leaves no room for a number. */
const ENDING_MAX_BYTES = NAME_MAX_BYTES / 2

function withTail(name: string, addition: string): string {
  const [before, ending] = splitExtension(name)
  const isEnding = Buffer.byteLength(ending) <= ENDING_MAX_BYTES
  const [stem, kept] = isEnding ? [before, ending] : [name, '']
  const tail = addition + kept
  return cutToBytes(stem, NAME_MAX_BYTES - Buffer.byteLength(tail)) + tail
}

/** `report (2).pdf`, with the stem shortened where the name would grow too long. */
export const numberedName = (name: string, number: number): string => withTail(name, ` (${number})`)

/** As much of a name as can be kept, with its ending. */
export const shortenedName = (name: string): string => withTail(name, '')
