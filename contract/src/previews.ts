import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** Longest sides in pixels. A picture is never enlarged: a small one is the same in several sizes. */
export const THUMBNAIL_SIDES = { xs: 120, sm: 240, lg: 960, xl: 1440 } as const
export const THUMBNAIL_SIZES = ['xs', 'sm', 'lg', 'xl'] as const
export const ThumbnailSize = z.enum(THUMBNAIL_SIZES)
export type ThumbnailSize = z.infer<typeof ThumbnailSize>

/** Where the small pictures of a file are. */
export const Thumbnail = z.object({
  xs: z.string(),
  sm: z.string(),
  lg: z.string(),
  xl: z.string(),
})
export type Thumbnail = z.infer<typeof Thumbnail>

/** What a camera wrote into its picture. The places are plain degrees, for no map of anybody's. */
export const Exif = z.object({
  /** Of the picture as it is seen: turned upright. */
  width: z.int(),
  height: z.int(),
  camera: z.string().nullable(),
  lens: z.string().nullable(),
  artist: z.string().nullable(),
  focal_length_mm: z.number().nullable(),
  /** The number under the f. */
  aperture: z.number().nullable(),
  exposure_seconds: z.number().nullable(),
  iso: z.int().nullable(),
  /** By the camera's clock, whose time zone nobody knows: `2026-05-01T12:30:00`. */
  taken_at: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type Exif = z.infer<typeof Exif>

/** `v` names the content: an address with the right one may be kept for ever by its reader. */
export const getThumbnail = endpoint({
  method: 'GET',
  path: '/thumbnail/:id/:size',
  access: 'user',
  summary: "A file's small picture, as WebP.",
  params: z.object({ id: Id, size: ThumbnailSize }),
  query: z.object({ v: z.string().max(64).optional() }),
})
