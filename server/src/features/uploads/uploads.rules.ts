import { normaliseName } from '@coffer/contract'

/** What two spellings of one ending have in common: `.EXE`, `.exe.`, `.exe::$DATA`, `.ｅｘｅ`. */
function plainEnding(part: string): string {
  return part
    .normalize('NFKC')
    .toLowerCase()
    .replace(/::.*$/, '')
    .replace(/[\s.]+$/, '')
}

/** Every ending of a name: `photo.jpg.exe` has `jpg` and `exe`. */
const endingsOf = (name: string): string[] =>
  normaliseName(name)
    .normalize('NFKC')
    .replace(/[\s.]+$/, '')
    .split('.')
    .slice(1)
    .map(plainEnding)
    .filter(Boolean)

/**
 * Spec §5: a file whose type or ending is in the list is refused. A list entry is a type
 * (`image/png`), either half of one, or an ending.
 * @returns what to name in the refusal, or null when the file may come
 */
export function disallowedType(
  list: string,
  name: string,
  mimetypes: readonly string[],
): string | null {
  const refused = new Set(
    list
      .split(',')
      .map(entry => entry.trim().toLowerCase().replace(/^\./, ''))
      .filter(Boolean),
  )
  if (refused.size === 0) return null
  const candidates = [...endingsOf(name), ...mimetypes.flatMap(type => [type, ...type.split('/')])]
  return candidates.find(candidate => refused.has(candidate)) ?? null
}

/** The folders of an upload's path, which ends with the file itself: `a/b/photo.jpg` gives a, b. */
export const foldersOf = (path: string): string[] => {
  const segments = path.replace(/^\/+/, '').split('/').slice(0, -1)
  return segments.map(normaliseName)
}

export interface Progress {
  received_bytes: number
  size_bytes: number | null
}

/**
 * Where a chunk belongs. One that is wholly known already was sent twice and is only to be
 * acknowledged again; one that leaves a gap is refused.
 */
export function chunkPosition(
  { received_bytes }: Progress,
  offset: number | undefined,
  chunkBytes: number | undefined,
): 'append' | 'known' | 'conflict' {
  if (offset === undefined || offset === received_bytes) return 'append'
  if (offset > received_bytes) return 'conflict'
  const isKnown = chunkBytes !== undefined && offset + chunkBytes <= received_bytes
  return isKnown ? 'known' : 'conflict'
}

/** Which of several sizes go into so much room when they are taken in their order. */
export function sizesThatFit(sizes: readonly number[], room: number): boolean[] {
  let left = room
  return sizes.map(size => {
    if (size > left) return false
    left -= size
    return true
  })
}
