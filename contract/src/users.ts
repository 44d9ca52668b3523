import { z } from 'zod'
import { Avatar } from './avatar.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

export const Person = z.object({
  id: Id,
  type: z.literal('user'),
  attributes: z.object({ name: z.string(), email: z.string(), color: z.string(), avatar: Avatar }),
})
export type Person = z.infer<typeof Person>

/** Maximum number of suggestions. */
export const MAX_PEOPLE = 20

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'admin',
  summary: 'Suggests users by a part of their name or email, or by their id.',
  query: z.object({ query: z.string().trim().max(255).default('') }),
  response: z.object({ data: z.array(Person) }),
})
