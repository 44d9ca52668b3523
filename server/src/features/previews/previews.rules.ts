import { THUMBNAIL_SIZES, type Thumbnail, type ThumbnailSize } from '@coffer/contract/previews'

/** How many bytes each size takes; 0 where it is the same as the one before it. */
export type SizeBytes = Record<`${ThumbnailSize}_bytes`, number>

export const sizesOf = (pictures: readonly (Uint8Array | null)[]): SizeBytes => {
  const [xs, sm, lg, xl] = pictures.map(picture => picture?.length ?? 0)
  return { xs_bytes: xs ?? 0, sm_bytes: sm ?? 0, lg_bytes: lg ?? 0, xl_bytes: xl ?? 0 }
}

/** All sizes of a picture lie behind each other under one key. */
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

/** An address changes with its content, so that it may be kept for ever. */
/** @param door what a guest's addresses end with */
export const thumbnailOf = (id: string, blobId: string | null, door: string): Thumbnail => {
  const url = (size: ThumbnailSize) => `/thumbnail/${id}/${size}${door}?v=${blobId}`
  return { xs: url('xs'), sm: url('sm'), lg: url('lg'), xl: url('xl') }
}
