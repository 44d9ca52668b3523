import type { TranslationKey } from '@coffer/contract'
import { REMOTE_URL_LENGTH } from '@coffer/contract/remote-uploads'

/** A link as it was typed, and the line it stands on. */
export interface LinkInput {
  line: number
  url: string
}

export interface LineFault {
  line: number
  /** Its words, or their key. */
  fault: string
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i
/** People leave away what browsers leave away. */
const whole = (text: string): string =>
  !SCHEME.test(text) && text.includes('.') ? `https://${text}` : text

/** Everything that is parted by spaces or lines. */
export const linksIn = (text: string): LinkInput[] =>
  text.split('\n').flatMap((content, index) =>
    content
      .split(/\s+/)
      .filter(Boolean)
      .map(url => ({ line: index + 1, url: whole(url) })),
  )

/** What can be told without asking the server; null when nothing speaks against a link. */
export function linkError(url: string): TranslationKey | null {
  if (url.length > REMOTE_URL_LENGTH) return 'validation.long'
  return /^https?:/i.test(url) && URL.canParse(url) ? null : 'validation.url'
}

/** What the server found, each at the line that it is about. */
export function faultsOf(
  links: readonly LinkInput[],
  errors: Readonly<Record<string, string>>,
): LineFault[] {
  return links.flatMap(({ line }, index) => {
    const fault = errors[`urls.${index}`]
    return fault === undefined ? [] : [{ line, fault }]
  })
}
