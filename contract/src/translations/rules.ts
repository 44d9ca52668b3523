/** The parts of a translation's checks that editor and server share. */

export type TranslationProblem =
  | 'empty'
  | 'long'
  | 'placeholder_missing'
  | 'placeholder_unknown'
  | 'braces'
  | 'markup'
  | 'formula'
  | 'control'

export interface TranslationFault {
  problem: TranslationProblem
  /** The placeholder concerned; empty for problems of the whole text. */
  placeholder: string
}

/** Longest translation in characters; a source is at most half as long. */
export const MAX_TRANSLATION_LENGTH = 1000

const PLACEHOLDER = /\{\{[^{}]*\}\}/g
/** Tags and comments, and the nesting of i18next, which would insert other texts. */
const MARKUP = /<[a-z/!?]|&#|\$t\(|javascript:/i
/** Cells that a spreadsheet runs. */
const FORMULA = /^[=+\-@\t\r]/
/** Control characters, unpaired surrogates and characters that reverse the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\ufeff]|\p{Surrogate}/u

/** Lists the placeholders of a text with their formats: `{{count, number}}`. */
export const placeholdersOf = (text: string): string[] => text.match(PLACEHOLDER) ?? []

const isCount = (placeholder: string): boolean => /^\{\{count\b/.test(placeholder)

/** Trims a text and normalizes its characters, as it is stored. */
export const normalizeTranslation = (text: string): string =>
  text.replaceAll('\r\n', '\n').trim().normalize('NFC')

interface Options {
  /** Whether the text is the plural form of exactly one number, which may be written out. */
  isExactForm?: boolean
}

function placeholderFault(
  source: string,
  text: string,
  { isExactForm }: Options,
): TranslationFault | undefined {
  const expected = new Set(placeholdersOf(source))
  const used = new Set(placeholdersOf(text))
  const unknown = [...used].find(placeholder => !expected.has(placeholder))
  if (unknown) return { problem: 'placeholder_unknown', placeholder: unknown }
  const missing = [...expected].find(
    placeholder => !used.has(placeholder) && !(isExactForm && isCount(placeholder)),
  )
  return missing ? { problem: 'placeholder_missing', placeholder: missing } : undefined
}

/** Finds what makes a normalized translation unusable; undefined if it is fine. */
export function findTranslationFault(
  source: string,
  text: string,
  options: Options = {},
): TranslationFault | undefined {
  const faultOf = (problem: TranslationProblem) => ({ problem, placeholder: '' })
  if (text === '') return faultOf('empty')
  if (text.length > Math.max(MAX_TRANSLATION_LENGTH, source.length * 3)) return faultOf('long')
  if (CONTROL.test(text)) return faultOf('control')
  if (MARKUP.test(text) && !MARKUP.test(source)) return faultOf('markup')
  if (FORMULA.test(text) && !FORMULA.test(source)) return faultOf('formula')
  const placeholder = placeholderFault(source, text, options)
  if (placeholder) return placeholder
  return /\{\{|\}\}/.test(text.replace(PLACEHOLDER, '')) ? faultOf('braces') : undefined
}
