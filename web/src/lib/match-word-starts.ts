/** Returns a text without accents, in lower case. */
export const plainText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const plainWords = (text: string): string[] => plainText(text).trim().split(/\s+/)

/** Whether each word of the query begins a word of the text. */
export function matchesWordStarts(query: string, text: string): boolean {
  const words = plainWords(text)
  return plainWords(query).every(prefix => words.some(word => word.startsWith(prefix)))
}
