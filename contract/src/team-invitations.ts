import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

const params = z.object({ id: Id })

export const acceptInvitation = endpoint({
  method: 'PUT',
  path: '/api/teams/invitations/:id',
  access: 'user',
  summary: 'Accepts an invitation to a team folder.',
  params,
  status: 204,
})

export const declineInvitation = endpoint({
  method: 'DELETE',
  path: '/api/teams/invitations/:id',
  access: 'user',
  summary: 'Declines an invitation to a team folder.',
  params,
  status: 204,
})
