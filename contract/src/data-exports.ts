import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Reauthentication } from './reauthentication.ts'
import { Id } from './resource.ts'

/** How long an export is kept after it was created. */
export const EXPORT_DAYS = 7

export const DataExport = z.object({
  id: Id,
  type: z.literal('data-export'),
  attributes: z.object({
    state: z.enum(['creating', 'ready', 'failed']),
    /** Progress of the export. */
    items_done: z.int(),
    items_total: z.int(),
    /** Null until the export is ready. */
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
  summary: 'Returns the data export of the user; null without one.',
  response: z.object({ data: DataExport.nullable() }),
})

export const createDataExport = endpoint({
  method: 'POST',
  path: '/api/user/data-export',
  access: 'session',
  summary: 'Starts a data export of the user and replaces an earlier one.',
  body: Reauthentication,
  response: z.object({ data: DataExport }),
  status: 201,
})

export const deleteDataExport = endpoint({
  method: 'DELETE',
  path: '/api/user/data-export',
  access: 'session',
  summary: 'Deletes the data export or cancels it.',
  status: 204,
})

/** Stored without compression and with a known length; supports ranges, conditional requests and HEAD. */
export const downloadDataExport = endpoint({
  method: 'GET',
  path: '/api/user/data-export/download',
  access: 'session',
  summary: 'Downloads the data export.',
})
