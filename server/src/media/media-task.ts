import type { Exif } from '@coffer/contract/previews'

/** How a content is decoded. */
export type MediaKind = 'image' | 'svg' | 'bitmap' | 'heic' | 'video' | 'pdf'

/** One picture of a certain shape. */
export interface PictureShape {
  width: number
  height: number
  /** `inside` keeps the proportions, `pad` centers in the shape, `cover` crops to it. */
  fit: 'inside' | 'pad' | 'cover'
  type: 'image/png' | 'image/jpeg'
}

export interface MediaTask {
  kind: MediaKind
  path: string
  /** An avatar is cropped to a square. */
  makes?: 'thumbnails' | 'avatar' | PictureShape
  maxPixels: number
  /** Passed to external programs; the task as a whole is limited by its caller. */
  maxSeconds: number
}

export interface Derived {
  /** WebP without metadata, per size; null for a size that equals the previous one. One picture of a shape. */
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
