import { MediaError, type MediaKind } from './media-task.ts'

const MB = 1024 * 1024

const KINDS: Record<string, MediaKind> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/apng': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/avif': 'image',
  'image/tiff': 'image',
  'image/bmp': 'bitmap',
  'image/svg+xml': 'svg',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'application/pdf': 'pdf',
  'video/mp4': 'video',
  'video/x-m4v': 'video',
  'video/quicktime': 'video',
  'video/webm': 'video',
  'video/matroska': 'video',
  'video/x-matroska': 'video',
  'video/vnd.avi': 'video',
  'video/x-msvideo': 'video',
  'video/mpeg': 'video',
  'video/mp2t': 'video',
  'video/3gpp': 'video',
  'video/ogg': 'video',
}

/** Null for content without a possible preview. */
export const mediaKindOf = (mimetype: string | null): MediaKind | null =>
  KINDS[mimetype ?? ''] ?? null

/** Limits for markup, and for contents that are decoded in memory; others are read in parts. */
const MAX_BYTES: Partial<Record<MediaKind, number>> = {
  svg: 10 * MB,
  bitmap: 200 * MB,
  heic: 200 * MB,
  pdf: 200 * MB,
}

/** Rejects contents that are too large for their decoder. @throws MediaError `too_large` */
export function requireSize(kind: MediaKind, sizeBytes: number): void {
  if (sizeBytes > (MAX_BYTES[kind] ?? Number.POSITIVE_INFINITY))
    throw new MediaError('too_large', `${sizeBytes} bytes`)
}
