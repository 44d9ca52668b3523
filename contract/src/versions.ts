import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Item } from './items.ts'
import { Id, toOne } from './resource.ts'

/** A current or earlier content of a file. The current one comes first, under the file's own id. */
export const Version = z.object({
  id: Id,
  type: z.literal('version'),
  attributes: z.object({
    is_current: z.boolean(),
    size_bytes: z.int(),
    mimetype: z.string().nullable(),
    file_url: z.string(),
    /** When this content was uploaded. */
    created_at: z.iso.datetime(),
  }),
  relationships: z.object({
    creator: toOne(
      z.object({ id: Id, type: z.literal('user'), attributes: z.object({ name: z.string() }) }),
    ),
  }),
})
export type Version = z.infer<typeof Version>

const place = z.object({ id: Id, version: Id })

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/items/:id/versions',
  access: 'user',
  summary: 'Lists the versions of a file, newest first.',
  params: z.object({ id: Id }),
  response: z.object({ data: z.array(Version) }),
})

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/items/:id/versions/:version/restore',
  access: 'user',
  summary: 'Restores a version; the current content becomes a version.',
  params: place,
  response: z.object({
    data: Item,
    meta: z.object({
      /** The version that the previous content became; null when none are kept. */
      version_id: Id.nullable(),
    }),
  }),
})

/** Beside the call for how much room they take. */
export const clearVersions = endpoint({
  method: 'DELETE',
  path: '/api/user/storage/versions',
  access: 'user',
  summary:
    "Deletes all earlier versions of the caller's files permanently and frees their storage.",
  response: z.object({ data: z.object({ freed_bytes: z.int() }) }),
})

export const deleteVersion = endpoint({
  method: 'DELETE',
  path: '/api/items/:id/versions/:version',
  access: 'user',
  summary: 'Deletes a version permanently and frees its storage.',
  params: place,
  response: z.object({ data: Item }),
})
