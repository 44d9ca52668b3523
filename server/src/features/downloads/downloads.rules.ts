import parseRange from 'range-parser'
import type { ByteRange } from '../../files/blob-store.ts'

/** Types that show themselves without being able to run anything on our origin. */
const INLINE = /^(image\/(png|jpeg|gif|webp|avif|bmp)|video\/[\w.+-]+|audio\/[\w.+-]+|text\/plain)$/

export const isInline = (mimetype: string): boolean => INLINE.test(mimetype)

export const contentType = (mimetype: string): string =>
  mimetype.startsWith('text/') ? `${mimetype}; charset=utf-8` : mimetype

/** More pieces than this are no reader's need: such a request gets the whole file. */
const MAX_RANGES = 20

/** @returns the pieces asked for, `whole` for all of it, or `unsatisfiable` */
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

/** One piece, for what is not sent in several: RFC 9110 §14.2 lets the whole be sent instead. */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const ranges = rangesOf(header, size)
  if (typeof ranges === 'string') return ranges
  const [only, ...more] = ranges
  return only && more.length === 0 ? only : 'whole'
}

/**
 * RFC 9110 §13.1.5: a piece only of the very content that the client has the rest of. A date is not
 * enough to tell it by: two contents may follow each other within its second.
 */
export const rangeStillFits = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange === etag
