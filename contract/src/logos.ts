import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** The pictures of the appearance, named like their settings. */
export const LOGO_NAMES = [
  'app_logo',
  'app_logo_dark',
  'app_logo_horizontal',
  'app_logo_horizontal_dark',
  'app_favicon',
  'app_touch_icon',
  'app_og_image',
] as const
export const LogoName = z.enum(LOGO_NAMES)
export type LogoName = z.infer<typeof LogoName>

export const LOGO_MAX_BYTES = 5_000_000
/** Accepted image types; the content decides, not the declared type. */
export const LOGO_TYPES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp'] as const

interface LogoShape {
  width: number
  height: number
  /** `inside` keeps the proportions, `pad` centers in the shape, `cover` crops to it. */
  fit: 'inside' | 'pad' | 'cover'
  type: 'image/png' | 'image/jpeg'
}

/** How each picture is stored: drawings too become pixels, so that nothing in them can run. */
export const LOGO_SHAPES: Record<LogoName, LogoShape> = {
  app_logo: { width: 512, height: 512, fit: 'inside', type: 'image/png' },
  app_logo_dark: { width: 512, height: 512, fit: 'inside', type: 'image/png' },
  app_logo_horizontal: { width: 1024, height: 256, fit: 'inside', type: 'image/png' },
  app_logo_horizontal_dark: { width: 1024, height: 256, fit: 'inside', type: 'image/png' },
  app_favicon: { width: 96, height: 96, fit: 'pad', type: 'image/png' },
  app_touch_icon: { width: 180, height: 180, fit: 'pad', type: 'image/png' },
  // Some messengers refuse large previews.
  app_og_image: { width: 1200, height: 630, fit: 'cover', type: 'image/jpeg' },
}

const LogoReply = z.object({
  data: z.object({ name: LogoName, url: z.string().nullable() }),
})

/** The name of the form part does not matter: the form has one file. */
export const putLogo = endpoint({
  method: 'POST',
  path: '/api/admin/settings/logos/:name',
  access: 'admin',
  summary: 'Sets one of the pictures of the appearance and replaces the previous one.',
  params: z.object({ name: LogoName }),
  accepts: 'multipart',
  body: z.object({ file: z.custom<Blob>().meta({ type: 'string', format: 'binary' }) }),
  response: LogoReply,
})

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/api/admin/settings/logos/:name',
  access: 'admin',
  summary: 'Removes one of the pictures of the appearance.',
  params: z.object({ name: LogoName }),
  response: LogoReply,
})

/** A new picture has a new key, so that responses can be cached forever. */
export const getSystemPicture = endpoint({
  method: 'GET',
  path: '/system/:key',
  access: 'public',
  summary: 'Returns a picture of the appearance.',
  params: z.object({ key: Id }),
})
