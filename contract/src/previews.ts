import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { THUMBNAIL_SIZES } from './picture-sizes.ts'
import { Id } from './resource.ts'

export const ThumbnailSize = z.enum(THUMBNAIL_SIZES)
export type ThumbnailSize = z.infer<typeof ThumbnailSize>

/** URLs of the thumbnails of a file. */
export const Thumbnail = z.object({
  xs: z.string(),
  sm: z.string(),
  lg: z.string(),
  xl: z.string(),
})
export type Thumbnail = z.infer<typeof Thumbnail>

/** EXIF data of an image. Coordinates are plain degrees. */
export const Exif = z.object({
  /** Dimensions after applying the orientation. */
  width: z.int(),
  height: z.int(),
  camera: z.string().nullable(),
  lens: z.string().nullable(),
  artist: z.string().nullable(),
  focal_length_mm: z.number().nullable(),
  /** The f-number. */
  aperture: z.number().nullable(),
  exposure_seconds: z.number().nullable(),
  iso: z.int().nullable(),
  /** Local time of the camera without a time zone: `2026-05-01T12:30:00`. */
  taken_at: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type Exif = z.infer<typeof Exif>

/** `v` identifies the content, so a matching URL can be cached forever. */
export const getThumbnail = endpoint({
  method: 'GET',
  path: '/thumbnail/:id/:size',
  access: 'user',
  summary: 'Returns a thumbnail of a file as WebP.',
  params: z.object({ id: Id, size: ThumbnailSize }),
  query: z.object({ v: z.string().max(64).optional() }),
})
