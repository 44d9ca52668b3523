import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Item } from './items.ts'

/** Maximum number of listed files. */
export const LARGEST_FILES = 50

export const listLargest = endpoint({
  method: 'GET',
  path: '/api/user/storage/largest',
  access: 'user',
  summary: "Lists the caller's largest files, including trashed ones.",
  response: z.object({ data: z.array(Item) }),
})
