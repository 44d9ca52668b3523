import { AVATAR_SIDES, AVATAR_SIZES } from '@coffer/contract/avatar'
import { THUMBNAIL_SIDES, THUMBNAIL_SIZES } from '@coffer/contract/previews'
import sharp, { type Sharp } from 'sharp'
import type { MediaTask } from './media-task.ts'

export const LONGEST_SIDE = THUMBNAIL_SIDES.xl
const QUALITY = 80

interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

const resized = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })

const encoded = (picture: Sharp): Promise<Buffer> =>
  picture.webp({ quality: QUALITY, effort: 2, smartSubsample: true }).toBuffer()

/**
 * Makes all sizes of a picture. It is decoded once, for the largest size, from which the others are
 * made. sharp writes no metadata by default (W7).
 */
export async function thumbnailsOf(picture: Sharp): Promise<(Uint8Array | null)[]> {
  const large = (await resized(picture, LONGEST_SIDE)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })) as Pixels
  const { width, height, channels } = large.info
  const longest = Math.max(width, height)
  const pictures: (Uint8Array | null)[] = []
  for (const [index, size] of THUMBNAIL_SIZES.entries()) {
    const previous = THUMBNAIL_SIZES[index - 1]
    // If the previous size was not reduced, this one equals it.
    const isSame = previous !== undefined && longest <= THUMBNAIL_SIDES[previous]
    const raw = sharp(large.data, { raw: { width, height, channels } })
    pictures.push(isSame ? null : await encoded(resized(raw, THUMBNAIL_SIDES[size])))
  }
  return pictures
}

const squared = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'cover' })

/** Crops the center to a square; transparent areas become white. */
async function avatarsOf(picture: Sharp): Promise<Uint8Array[]> {
  const large = (await squared(picture, AVATAR_SIDES.md)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })) as Pixels
  const { width, height, channels } = large.info
  return Promise.all(
    AVATAR_SIZES.map(size =>
      encoded(squared(sharp(large.data, { raw: { width, height, channels } }), AVATAR_SIDES[size])),
    ),
  )
}

export const picturesOf = (
  picture: Sharp,
  { makes }: Pick<MediaTask, 'makes'>,
): Promise<(Uint8Array | null)[]> =>
  makes === 'avatar' ? avatarsOf(picture) : thumbnailsOf(picture)
