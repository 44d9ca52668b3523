import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Item } from './items.ts'

/** More than that nobody looks at one by one. */
export const LARGEST_FILES = 50

export const listLargest = endpoint({
  method: 'GET',
  path: '/api/user/storage/largest',
  access: 'user',
  summary: "The caller's largest files, also those in the trash.",
  response: z.object({ data: z.array(Item) }),
})
