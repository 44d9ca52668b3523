import { NAME_MAX_BYTES, normaliseName, splitExtension } from '@coffer/contract'

/** Names with equal keys cannot coexist in a folder: `A.txt` and `a.txt` are equal. */
export const nameKey = (name: string): string => normaliseName(name).toLowerCase()

const MARKS = /\p{Mn}+/gu
/** Sorts digits by value: the number of digits without leading zeros, then the digits. */
const byValue = (digits: string): string => {
  const number = digits.replace(/^0+(?=\d)/, '')
  return String(number.length).padStart(3, '0') + number
}

/** The sort key of a name: `file2` before `file10`, `é` next to `e`. */
export const sortName = (name: string): string =>
  name.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/\d+/g, byValue)

function truncateToBytes(text: string, bytes: number): string {
  let cut = ''
  let used = 0
  for (const character of text) {
    used += Buffer.byteLength(character)
    if (used > bytes) break
    cut += character
  }
  return cut
}

/** A longer part after a dot is not an extension and would leave no space for a number. */
const EXTENSION_MAX_BYTES = NAME_MAX_BYTES / 2

function withTail(name: string, addition: string): string {
  const [before, lastPart] = splitExtension(name)
  const isExtension = Buffer.byteLength(lastPart) <= EXTENSION_MAX_BYTES
  const [stem, extension] = isExtension ? [before, lastPart] : [name, '']
  const tail = addition + extension
  return truncateToBytes(stem, NAME_MAX_BYTES - Buffer.byteLength(tail)) + tail
}

/** `report (2).pdf`; the stem is shortened if the name would become too long. */
export const numberedName = (name: string, number: number): string => withTail(name, ` (${number})`)

/** Shortens a name to the maximum length and keeps its extension. */
export const shortenedName = (name: string): string => withTail(name, '')
