import type { TranslationKey } from '@coffer/contract'
import { REMOTE_URL_LENGTH } from '@coffer/contract/remote-uploads'

/** A typed link and its line number. */
export interface LinkInput {
  line: number
  url: string
}

export interface LineError {
  line: number
  /** The error text, or its translation key. */
  error: string
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i
/** Adds the scheme that users omit. */
const withScheme = (text: string): string =>
  !SCHEME.test(text) && text.includes('.') ? `https://${text}` : text

/** Splits the text at whitespace into links. */
export const linksIn = (text: string): LinkInput[] =>
  text.split('\n').flatMap((content, index) =>
    content
      .split(/\s+/)
      .filter(Boolean)
      .map(url => ({ line: index + 1, url: withScheme(url) })),
  )

/** Returns the error of a link that needs no server to detect; null for a valid link. */
export function linkError(url: string): TranslationKey | null {
  if (url.length > REMOTE_URL_LENGTH) return 'validation.long'
  return /^https?:/i.test(url) && URL.canParse(url) ? null : 'validation.url'
}

/** Maps the errors of the server to the lines of their links. */
export function lineErrors(
  links: readonly LinkInput[],
  errors: Readonly<Record<string, string>>,
): LineError[] {
  return links.flatMap(({ line }, index) => {
    const error = errors[`urls.${index}`]
    return error === undefined ? [] : [{ line, error }]
  })
}
