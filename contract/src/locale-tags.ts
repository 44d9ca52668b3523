import { z } from 'zod'

/** Format of a BCP 47 tag: a language with optional script, region and variants. */
export const LocaleTag = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'validation.invalid')
