import { encodingOf } from '@coffer/contract/text-encoding'
import parseRange from 'range-parser'
import type { ByteRange } from '../../files/blob-store.ts'

/** Types that browsers display without running code on our origin. */
const INLINE = /^(image\/(png|jpeg|gif|webp|avif|bmp)|video\/[\w.+-]+|audio\/[\w.+-]+|text\/plain)$/

/** Whether browsers may display the type instead of saving it. */
export const isInline = (mimetype: string): boolean => INLINE.test(mimetype)

/** Whether the Content-Type of a stored MIME type names the encoding. */
export const hasCharset = (mimetype: string): boolean => mimetype.startsWith('text/')

const CHARSET_BYTES = 16 * 1024

/**
 * The Content-Type header of a text. Browsers do not recognise UTF-8 without a charset, and read
 * another encoding wrongly with it.
 * @param head the first bytes of the content
 */
export function textContentType(mimetype: string, head: Uint8Array, size: number): string {
  const sample = head.subarray(0, CHARSET_BYTES)
  return `${mimetype}; charset=${encodingOf(sample, sample.length === size)}`
}

/** A request for more ranges than this gets the whole file. */
const MAX_RANGES = 20

/**
 * Parses a Range header.
 * @returns the requested ranges, `whole` for the full content, or `unsatisfiable`
 */
export function rangesOf(
  header: string | undefined,
  size: number,
): ByteRange[] | 'whole' | 'unsatisfiable' {
  if (header === undefined || header.split(',').length > MAX_RANGES) return 'whole'
  const ranges = parseRange(size, header, { combine: true })
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === -2 || ranges.type !== 'bytes') return 'whole'
  return ranges.map(({ start, end }) => ({ start, end }))
}

/**
 * Parses a Range header for responses that support one range: RFC 9110 §14.2 allows the full
 * content instead of several.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const ranges = rangesOf(header, size)
  if (typeof ranges === 'string') return ranges
  const [first, ...more] = ranges
  return first && more.length === 0 ? first : 'whole'
}

/**
 * Whether If-Range allows a partial response (RFC 9110 §13.1.5). Dates never match: a content can
 * be replaced within the same second.
 */
export const rangeStillFits = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange === etag
