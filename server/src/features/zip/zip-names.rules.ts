import { nameKey, numberedName } from '../../lib/item-names.ts'

/** Characters that Windows treats as a drive, a path or a wildcard, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern replaces control characters.
const UNSAFE = /[\\/:*?"<>|\u0000-\u001f\u007f]/g
/** Windows device names, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i
/** Windows drops them, and `..` would lead out of the folder. */
const DROPPED = /[. ]+$/

/** Replaces everything in a name that any operating system treats specially. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(UNSAFE, '_')
    .replace(DROPPED, ends => '_'.repeat(ends.length))
    .replace(RESERVED, '_$&')
  return plain === '' ? '_' : plain
}

/** Returns a function that makes each name unique within one folder, ignoring case. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  // Remembers the last number per name, so that a thousand equal names do not need a million
  // attempts.
  const numbers = new Map<string, number>()
  return name => {
    const safe = safeName(name)
    let unique = safe
    let number = numbers.get(nameKey(safe)) ?? 1
    while (taken.has(nameKey(unique))) {
      number += 1
      unique = numberedName(safe, number)
    }
    numbers.set(nameKey(safe), number)
    taken.add(nameKey(unique))
    return unique
  }
}
