import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** Supports ranges, conditional requests and HEAD; `download` forces saving instead of showing. */
export const downloadFile = endpoint({
  method: 'GET',
  path: '/file/:id',
  access: 'user',
  summary: 'Downloads the content of a file.',
  params: z.object({ id: Id }),
  query: z.object({
    download: z.enum(['1', 'true']).optional(),
    /** Id of a version of the file. */
    version: Id.optional(),
    /** Identifies the content, so that a page loads a replaced one again; not checked. */
    v: z.string().max(64).optional(),
  }),
})
