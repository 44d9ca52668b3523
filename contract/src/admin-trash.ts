import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Changed, ItemRefs } from './items.ts'
import { Id } from './resource.ts'
import { emptyTrash } from './trash.ts'

export const restoreTrashed = endpoint({
  method: 'POST',
  path: '/api/admin/trashed/restore',
  access: 'admin',
  summary:
    'Restores trashed items of any users to their original location, or the home of their owner.',
  body: z.object({ items: ItemRefs }),
  response: Changed,
})

export const deleteTrashed = endpoint({
  method: 'POST',
  path: '/api/admin/trashed/delete',
  access: 'admin',
  isSensitive: true,
  summary: 'Deletes trashed items of any users permanently.',
  body: z.object({ items: ItemRefs }),
  response: Changed,
})

export const emptyTrashOfUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/trashed/users/:id',
  access: 'admin',
  isSensitive: true,
  summary: "Deletes everything in a user's trash permanently; in the background above 1000 items.",
  params: z.object({ id: Id }),
  response: emptyTrash.response,
})
