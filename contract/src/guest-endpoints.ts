import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** Token of a link: 128 random bits, URL-safe. */
export const Token = z.string().regex(/^[\w-]{16,64}$/)

type GuestAccess = Pick<Endpoint, 'path' | 'access'> & { params: z.ZodType } & Partial<
    Pick<Endpoint, 'aliases' | 'summary' | 'body' | 'method'>
  >

/**
 * The same call in another access scope: body and response stay, path and
 * access change.
 */
export const asGuestEndpoint = <const E extends Endpoint, const D extends GuestAccess>(
  { aliases: _, ...call }: E,
  guest: D,
) => ({ ...call, ...guest }) as unknown as Omit<E, keyof D | 'aliases'> & D
