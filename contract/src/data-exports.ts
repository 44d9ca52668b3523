import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Reauthentication } from './reauthentication.ts'
import { Id } from './resource.ts'

/** An archive is kept so long after it was made. */
export const EXPORT_DAYS = 7

export const DataExport = z.object({
  id: Id,
  type: z.literal('data-export'),
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
export type DataExport = z.infer<typeof DataExport>

export const getDataExport = endpoint({
  method: 'GET',
  path: '/api/user/data-export',
  access: 'session',
  summary: 'The archive of everything that is the user’s; null while there is none.',
  response: z.object({ data: DataExport.nullable() }),
})

export const createDataExport = endpoint({
  method: 'POST',
  path: '/api/user/data-export',
  access: 'session',
  summary:
    'Begins to make an archive of everything that is the user’s, in place of an earlier one.',
  body: Reauthentication,
  response: z.object({ data: DataExport }),
  status: 201,
})

export const deleteDataExport = endpoint({
  method: 'DELETE',
  path: '/api/user/data-export',
  access: 'session',
  summary: 'Removes the archive, or gives up making it.',
  status: 204,
})

/** Stored, with a known length; ranges, conditional requests and HEAD are answered. */
export const downloadDataExport = endpoint({
  method: 'GET',
  path: '/api/user/data-export/download',
  access: 'session',
  summary: 'The archive itself.',
})
