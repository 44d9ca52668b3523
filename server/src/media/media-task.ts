import type { Exif } from '@coffer/contract/previews'

/** How a content is read. */
export type MediaKind = 'image' | 'svg' | 'bitmap' | 'heic' | 'video' | 'pdf'

export interface MediaTask {
  kind: MediaKind
  path: string
  /** A person's picture is cut to a square. */
  makes?: 'thumbnails' | 'avatar'
  maxPixels: number
  /** For programs that are started in turn; the whole task is bounded from outside. */
  maxSeconds: number
}

export interface Derived {
  /** WebP without metadata, for each size that differs from the one before it; else null. */
  pictures: (Uint8Array | null)[]
  /** Null where a size says nothing, as for a drawing or a page. */
  exif: Exif | null
}

/** Why there is no preview. */
export const PREVIEW_FAILURES = [
  'unreadable',
  'too_large',
  'too_slow',
  'too_much_memory',
  'crashed',
] as const
export type PreviewFailure = (typeof PREVIEW_FAILURES)[number]

export type MediaReply = { derived: Derived } | { fault: PreviewFailure; message: string }

/** A content that no preview can be made of, today or tomorrow. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly fault: PreviewFailure
  constructor(fault: PreviewFailure, message: string) {
    super(message)
    this.fault = fault
  }
}
