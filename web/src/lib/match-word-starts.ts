/** The words of a text as they are compared: without accents, in small letters. */
const plainWords = (text: string): string[] =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().split(/\s+/)

/** Whether each word that is asked for begins a word of the text. */
export function matchesWordStarts(asked: string, text: string): boolean {
  const words = plainWords(text)
  return plainWords(asked).every(begin => words.some(word => word.startsWith(begin)))
}
