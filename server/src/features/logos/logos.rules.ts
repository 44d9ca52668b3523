import { LOGO_TYPES } from '@coffer/contract/logos'
import { withoutProlog } from '../../lib/markup.ts'
import type { MediaKind } from '../../media/media-task.ts'

const PREFIX = '/system/'

/** URL of a stored picture. */
export const urlOf = (key: string): string => `${PREFIX}${key}`

/** Returns the key of a URL; null for URLs that are not ours. */
export const keyOf = (url: string | null): string | null =>
  url?.startsWith(PREFIX) ? url.slice(PREFIX.length) : null

/** A document type without declarations of its own, as older drawing programs write it. */
const SVG_WITH_DOCTYPE = /^<!doctype svg[^[>]*>/i

/**
 * Returns how a picture is decoded; null for what is not accepted. A drawing that declares entities
 * is not accepted.
 */
export function logoKindOf(type: string, head: string): MediaKind | null {
  if (type === 'image/svg+xml' || SVG_WITH_DOCTYPE.test(withoutProlog(head))) return 'svg'
  return LOGO_TYPES.some(allowed => allowed === type) ? 'image' : null
}
