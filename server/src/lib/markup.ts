const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for markup, including attribute values. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '')

/**
 * An XML declaration and comments. Each text matches in one way only: a comment that could extend
 * past its end would make the time of a failing match exponential in the number of comments.
 */
const PROLOG = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*/i

/** Removes what may precede the document type or the first element. */
export const withoutProlog = (markup: string): string => markup.replace(PROLOG, '')
