import { normaliseName } from '@coffer/contract'
import { textTypeByName } from './file-types.ts'

/** Normalizes an extension, as `.EXE`, `.exe.`, `.exe::$DATA` and `.ｅｘｅ` are equal. */
function normaliseExtension(part: string): string {
  return part
    .normalize('NFKC')
    .toLowerCase()
    .replace(/::.*$/, '')
    .replace(/[\s.]+$/, '')
}

/** Returns every extension of a name: `photo.jpg.exe` has `jpg` and `exe`. */
const extensionsOf = (name: string): string[] =>
  normaliseName(name)
    .normalize('NFKC')
    .replace(/[\s.]+$/, '')
    .split('.')
    .slice(1)
    .map(normaliseExtension)
    .filter(Boolean)

/**
 * Finds a type or extension that is on the blacklist (UPL-22). A list entry is a type
 * (`image/png`), either half of one, or an extension.
 * @returns the matching entry, or null when the file is allowed
 */
export function disallowedType(
  list: string,
  name: string,
  mimetypes: readonly string[],
): string | null {
  const blacklisted = new Set(
    list
      .split(',')
      .map(entry => entry.trim().toLowerCase().replace(/^\./, ''))
      .filter(Boolean),
  )
  if (blacklisted.size === 0) return null
  const candidates = [
    ...extensionsOf(name),
    ...mimetypes.flatMap(type => [type, ...type.split('/')]),
  ]
  return candidates.find(candidate => blacklisted.has(candidate)) ?? null
}

/** Finds a type or extension on the blacklist that a file gets by a rename; null when allowed. */
export function disallowedRename(list: string, before: string, after: string): string | null {
  const find = (name: string) => {
    const type = textTypeByName(name)
    return disallowedType(list, name, type ? [type] : [])
  }
  return find(before) === null ? find(after) : null
}
