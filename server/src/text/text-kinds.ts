/** How the text of a content is extracted. */
export type TextKind = 'plain' | 'markup' | 'pdf' | 'word' | 'sheet' | 'slides' | 'open'

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const OPEN = 'application/vnd.oasis.opendocument.'
const KINDS: Record<string, TextKind> = {
  'application/pdf': 'pdf',
  'text/html': 'markup',
  'text/xml': 'markup',
  'application/xml': 'markup',
  'image/svg+xml': 'markup',
  [`${OFFICE}wordprocessingml.document`]: 'word',
  [`${OFFICE}spreadsheetml.sheet`]: 'sheet',
  [`${OFFICE}presentationml.presentation`]: 'slides',
  [`${OPEN}text`]: 'open',
  [`${OPEN}spreadsheet`]: 'open',
  [`${OPEN}presentation`]: 'open',
}
const PLAIN =
  /^(text\/|application\/(json|javascript|x-sh|sql|yaml|toml|manifest\+json|ld\+json|x-ndjson)$)/

/** Null for content without text. */
export const textKindOf = (mimetype: string | null): TextKind | null =>
  KINDS[mimetype ?? ''] ?? (PLAIN.test(mimetype ?? '') ? 'plain' : null)
