import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** Ranges, conditional requests and HEAD are answered; `download` forces saving over showing. */
export const downloadFile = endpoint({
  method: 'GET',
  path: '/file/:id',
  access: 'user',
  summary: "A file's content.",
  params: z.object({ id: Id }),
  query: z.object({
    download: z.enum(['1', 'true']).optional(),
    /** One of the file's earlier contents. */
    version: Id.optional(),
  }),
})
