import { z } from 'zod'

/** The types of environment variables that several groups of them use. */
export const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform(value => value === 'true' || value === '1')

export const webUrl = z.url({ protocol: /^https?$/ }).transform(url => url.replace(/\/$/, ''))
