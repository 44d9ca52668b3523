import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** What a link is known by: 128 random bits, as text for addresses. */
export const Token = z.string().regex(/^[\w-]{16,64}$/)

type GuestAccess = Pick<Endpoint, 'path' | 'access'> & { params: z.ZodType } & Partial<
    Pick<Endpoint, 'aliases' | 'summary' | 'body' | 'method'>
  >

/**
 * The same call through another door: what it takes and answers stays, where it stands and who may
 * come changes.
 */
export const asGuestEndpoint = <const E extends Endpoint, const D extends GuestAccess>(
  { aliases: _, ...call }: E,
  door: D,
) => ({ ...call, ...door }) as unknown as Omit<E, keyof D | 'aliases'> & D
