import { z } from 'zod'

/** Characters that no email address may contain: spaces, control characters and separators of a mail header. */
const PART = String.raw`[^\s\p{Cc}\p{Cs}<>,;@]`
const LABEL = String.raw`[^\s\p{Cc}\p{Cs}<>,;@.]`
const ADDRESS = new RegExp(String.raw`^${PART}+@${LABEL}+(?:\.${LABEL}+)+$`, 'u')

/** ACC-2: no spaces, an @, and a dot in the domain. Any script is allowed, also in the domain. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .normalize()
  .max(254, 'validation.email')
  .regex(ADDRESS, 'validation.email')
