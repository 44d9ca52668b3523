const MAX_LENGTH = 300

/** Parts of error messages about users and their files, in the order of replacement. */
const PRIVATE_PARTS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/[a-z][a-z0-9+.-]*:\/\/[^\s'"`)]+/gi, '<url>'],
  [/(["'`])(?:(?!\1).)*\1/g, '<text>'],
  [/[^\s@<>"']+@[^\s@<>"']+/g, '<email>'],
  [/(^|[\s(=:,])(?:\/|[A-Za-z]:\\)[^\s)]+/g, '$1<path>'],
]

/** Removes addresses, paths, names and other quoted values from an error message. */
export const redact = (message: string): string =>
  PRIVATE_PARTS.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    message,
  ).slice(0, MAX_LENGTH)
