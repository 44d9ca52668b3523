import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** How much of the room something takes: of the capacity, or without a limit of all that is used. */
const share = z.object({ used: z.string(), used_bytes: z.int(), percentage: z.number() })
export type Share = z.infer<typeof share>

/** Spec §3, Storage usage. */
export const Storage = z.object({
  id: Id,
  type: z.literal('storage'),
  attributes: z.object({
    used: z.string(),
    used_bytes: z.int(),
    /** Null means no limit. */
    capacity: z.string().nullable(),
    capacity_bytes: z.int().nullable(),
    percentage: z.number(),
  }),
  meta: z.object({
    images: share,
    videos: share,
    audios: share,
    documents: share,
    others: share,
    /** Former contents of files that were replaced. */
    versions: share,
  }),
})
export type Storage = z.infer<typeof Storage>

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/user/storage',
  access: 'user',
  summary: "How much room the caller's files take, by kind.",
  response: z.object({ data: Storage }),
})
