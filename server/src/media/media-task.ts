import type { Exif } from '@coffer/contract/previews'

/** How a content is decoded. */
export type MediaKind = 'image' | 'svg' | 'bitmap' | 'heic' | 'video' | 'pdf'

export interface MediaTask {
  kind: MediaKind
  path: string
  /** An avatar is cropped to a square. */
  makes?: 'thumbnails' | 'avatar'
  maxPixels: number
  /** Passed to external programs; the task as a whole is limited by its caller. */
  maxSeconds: number
}

export interface Derived {
  /** WebP without metadata, per size; null for a size that equals the previous one. */
  pictures: (Uint8Array | null)[]
  /** Null for content without a meaningful size, such as a drawing or a document page. */
  exif: Exif | null
}

/** Reasons why a content has no preview. */
export const PREVIEW_FAILURES = [
  'unreadable',
  'too_large',
  'too_slow',
  'too_much_memory',
  'crashed',
] as const
export type PreviewFailure = (typeof PREVIEW_FAILURES)[number]

export type MediaReply = { derived: Derived } | { failure: PreviewFailure; message: string }

/** Thrown for a content that permanently cannot have a preview. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly failure: PreviewFailure
  constructor(failure: PreviewFailure, message: string) {
    super(message)
    this.failure = failure
  }
}
