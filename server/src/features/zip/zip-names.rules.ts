import { nameKey, numberedName } from '../../lib/item-names.ts'

/** What Windows takes for a drive, a path or a wildcard, and what no name should have anyway. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced.
const UNSAFE = /[\\/:*?"<>|\u0000-\u001f\u007f]/g
/** Devices of Windows, with any ending. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i
/** Windows drops them, and `..` would lead out of the folder. */
const DROPPED = /[. ]+$/

/** A name that means itself, and nothing else, wherever the archive is opened. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(UNSAFE, '_')
    .replace(DROPPED, ends => '_'.repeat(ends.length))
    .replace(RESERVED, '_$&')
  return plain === '' ? '_' : plain
}

/** Gives each name of one folder of the archive once, whatever the letter case. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  // Where the numbers of a name go on, so that a thousand equal names are not a million tries.
  const numbers = new Map<string, number>()
  return name => {
    const safe = safeName(name)
    let given = safe
    let number = numbers.get(nameKey(safe)) ?? 1
    while (taken.has(nameKey(given))) {
      number += 1
      given = numberedName(safe, number)
    }
    numbers.set(nameKey(safe), number)
    taken.add(nameKey(given))
    return given
  }
}
