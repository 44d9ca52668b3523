import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Item } from './items.ts'
import { Id, toOne } from './resource.ts'

/** A content that a file has or had. The present one comes first, under the file's own id. */
export const Version = z.object({
  id: Id,
  type: z.literal('version'),
  attributes: z.object({
    is_current: z.boolean(),
    size_bytes: z.int(),
    mimetype: z.string().nullable(),
    file_url: z.string(),
    /** When this content came. */
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
  summary: "A file's contents, newest first.",
  params: z.object({ id: Id }),
  response: z.object({ data: z.array(Version) }),
})

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/items/:id/versions/:version/restore',
  access: 'user',
  summary: 'Makes an earlier content the present one, which becomes a version in its turn.',
  params: place,
  response: z.object({
    data: Item,
    meta: z.object({
      /** The version that the content became which was there before; null when none are kept. */
      version_id: Id.nullable(),
    }),
  }),
})

/** Beside the call for how much room they take. */
export const clearVersions = endpoint({
  method: 'DELETE',
  path: '/api/user/storage/versions',
  access: 'user',
  summary: "Removes every earlier content of all the caller's files for good and frees their room.",
  response: z.object({ data: z.object({ freed_bytes: z.int() }) }),
})

export const deleteVersion = endpoint({
  method: 'DELETE',
  path: '/api/items/:id/versions/:version',
  access: 'user',
  summary: 'Removes an earlier content for good and frees its room.',
  params: place,
  response: z.object({ data: Item }),
})
