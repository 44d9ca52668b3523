import { z } from 'zod'
import { AdminListMeta, adminListQuery } from './admin-list.ts'
import { endpoint } from './endpoint.ts'
import { collection, Id } from './resource.ts'

export const InboxMessage = z.object({
  id: Id,
  type: z.literal('contact-message'),
  attributes: z.object({
    email: z.string(),
    message: z.string(),
    created_at: z.iso.datetime(),
    /** Null until an administrator marks the message as answered. */
    answered_at: z.iso.datetime().nullable(),
    answered_by: z.string().nullable(),
  }),
})
export type InboxMessage = z.infer<typeof InboxMessage>

export const MESSAGE_STATES = ['waiting', 'answered'] as const

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/contact',
  access: 'admin',
  summary: 'Lists the messages from the contact page.',
  query: adminListQuery(['created_at', 'email'], { sort: 'created_at', direction: 'desc' }).extend({
    state: z.enum(MESSAGE_STATES).optional(),
  }),
  response: collection(InboxMessage, AdminListMeta.extend({ waiting: z.int() })),
})

export const countMessages = endpoint({
  method: 'GET',
  path: '/api/admin/contact/count',
  access: 'admin',
  summary: 'Returns how many messages wait for an answer.',
  response: z.object({ data: z.object({ waiting: z.int() }) }),
})

const one = z.object({ id: Id })

export const updateMessage = endpoint({
  method: 'PATCH',
  path: '/api/admin/contact/:id',
  access: 'admin',
  summary: 'Marks a message as answered or as waiting.',
  params: one,
  body: z.object({ is_answered: z.boolean() }),
  response: z.object({ data: InboxMessage }),
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/api/admin/contact/:id',
  access: 'admin',
  summary: 'Deletes a message.',
  params: one,
  status: 204,
})
