import {
  AVATAR_SIDES,
  AVATAR_SIZES,
  THUMBNAIL_SIDES,
  THUMBNAIL_SIZES,
} from '@coffer/contract/picture-sizes'
import sharp, { type Sharp } from 'sharp'
import type { MediaTask, PictureShape } from './media-task.ts'

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

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }
const SHARP_FIT = { inside: 'inside', pad: 'contain', cover: 'cover' } as const

/** Makes one picture of a shape. A JPEG has no transparency, so it gets a white background. */
async function shapedOf(picture: Sharp, shape: PictureShape): Promise<Uint8Array[]> {
  const { width, height, fit, type } = shape
  const shaped = picture
    .resize({ width, height, fit: SHARP_FIT[fit], background: CLEAR })
    .toColourspace('srgb')
  if (type === 'image/png') return [await shaped.png({ compressionLevel: 9 }).toBuffer()]
  return [await shaped.flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer()]
}

export function picturesOf(
  picture: Sharp,
  { makes = 'thumbnails' }: Pick<MediaTask, 'makes'>,
): Promise<(Uint8Array | null)[]> {
  if (makes === 'thumbnails') return thumbnailsOf(picture)
  return makes === 'avatar' ? avatarsOf(picture) : shapedOf(picture, makes)
}
