import { THUMBNAIL_SIZES } from '@coffer/contract/picture-sizes'
import type { Thumbnail, ThumbnailSize } from '@coffer/contract/previews'

/** Size of each thumbnail in bytes; 0 if it equals the previous one. */
export type SizeBytes = Record<`${ThumbnailSize}_bytes`, number>

/** Sizes of the thumbnails in the order of `THUMBNAIL_SIZES`. */
export const sizesOf = (pictures: readonly (Uint8Array | null)[]): SizeBytes => {
  const [xs, sm, lg, xl] = pictures.map(picture => picture?.length ?? 0)
  return { xs_bytes: xs ?? 0, sm_bytes: sm ?? 0, lg_bytes: lg ?? 0, xl_bytes: xl ?? 0 }
}

/** Range of a thumbnail within the blob that holds all sizes. */
export function pieceOf(sizes: SizeBytes, size: ThumbnailSize): { start: number; end: number } {
  let piece = { start: 0, end: -1 }
  for (const name of THUMBNAIL_SIZES) {
    const bytes = sizes[`${name}_bytes`]
    const start = piece.end + 1
    if (bytes > 0) piece = { start, end: start + bytes - 1 }
    if (name === size) break
  }
  return piece
}

/**
 * Thumbnail URLs of a file. They change with the content, so that they can be cached permanently.
 * @param suffix path suffix that carries a guest's token
 */
export const thumbnailOf = (id: string, blobId: string | null, suffix: string): Thumbnail => {
  const url = (size: ThumbnailSize) => `/thumbnail/${id}/${size}${suffix}?v=${blobId}`
  return { xs: url('xs'), sm: url('sm'), lg: url('lg'), xl: url('xl') }
}
