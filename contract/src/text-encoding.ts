/** The bytes that show whether a text is UTF-16. */
const SAMPLE_BYTES = 4096

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The encoding that a byte order mark of UTF-16 names. */
export function markedUtf16({ 0: first, 1: second }: Uint8Array): TextEncoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/**
 * Recognises how a text is encoded: spreadsheets and editors write UTF-16 and Windows-1252 too.
 * @param isWhole false if the last character may be cut in the middle
 */
export function encodingOf(text: Uint8Array, isWhole: boolean): TextEncoding {
  const marked = markedUtf16(text)
  if (marked) return marked
  const sample = text.subarray(0, SAMPLE_BYTES)
  const zeros = (from: 0 | 1) => sample.filter((byte, at) => at % 2 === from && byte === 0).length
  if (zeros(1) > sample.length / 4) return 'utf-16le'
  if (zeros(0) > sample.length / 4) return 'utf-16be'
  const decoded = new TextDecoder().decode(text, { stream: !isWhole })
  const count = (pattern: RegExp) => decoded.match(pattern)?.length ?? 0
  // A damaged byte does not change the encoding of the other characters.
  const isUtf8 = 2 * count(/\ufffd/g) <= count(/[\u0080-\u{10ffff}]/gu)
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

/** Decodes a text in any encoding that is recognised. */
export const decodeText = (text: Uint8Array, isWhole: boolean): string =>
  new TextDecoder(encodingOf(text, isWhole)).decode(text, { stream: !isWhole })
