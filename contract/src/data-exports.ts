import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Proof } from './reauthentication.ts'
import { Id } from './resource.ts'

/** An archive is kept so long after it was made. */
export const ARCHIVE_DAYS = 7

export const DataArchive = z.object({
  id: Id,
  type: z.literal('data-archive'),
  attributes: z.object({
    state: z.enum(['making', 'ready', 'failed']),
    /** How far the making is. */
    items_done: z.int(),
    items_total: z.int(),
    /** Null until it is ready. */
    size_bytes: z.int().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
  }),
})
export type DataArchive = z.infer<typeof DataArchive>

export const getDataArchive = endpoint({
  method: 'GET',
  path: '/api/user/archive',
  access: 'session',
  summary: 'The archive of everything that is the user’s; null while there is none.',
  response: z.object({ data: DataArchive.nullable() }),
})

export const makeDataArchive = endpoint({
  method: 'POST',
  path: '/api/user/archive',
  access: 'session',
  summary:
    'Begins to make an archive of everything that is the user’s, in place of an earlier one.',
  body: Proof,
  response: z.object({ data: DataArchive }),
  status: 201,
})

export const removeDataArchive = endpoint({
  method: 'DELETE',
  path: '/api/user/archive',
  access: 'session',
  summary: 'Removes the archive, or gives up making it.',
  status: 204,
})

/** Stored, with a known length; ranges, conditional requests and HEAD are answered. */
export const downloadDataArchive = endpoint({
  method: 'GET',
  path: '/api/user/archive/download',
  access: 'session',
  summary: 'The archive itself.',
})
