import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Item } from './items.ts'
import { Id } from './resource.ts'

/** TEAM-2: what a member may do. */
export const TEAM_PERMISSIONS = ['can_edit', 'can_view'] as const

const Token = z.string().max(100)
/** Token of an invitation email, which shows access to the invited mailbox. */
export const InvitationToken = z.object({ id: Id, token: Token })

/** Shown to anyone with the link, also without an account. */
export const InvitationPage = z.object({
  id: Id,
  type: z.literal('invitation'),
  attributes: z.object({
    email: z.string(),
    permission: z.enum(TEAM_PERMISSIONS),
    folder: z.object({ name: z.string(), emoji: z.string().nullable() }),
    inviter: z.object({ name: z.string(), color: z.string() }),
  }),
})
export type InvitationPage = z.infer<typeof InvitationPage>

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/teams/invitations/:id',
  access: 'public',
  summary: 'Returns inviter and team folder of an invitation; gone once it is answered.',
  params: z.object({ id: Id }),
  response: z.object({ data: InvitationPage }),
})

export const acceptInvitation = endpoint({
  method: 'PUT',
  path: '/api/teams/invitations/:id',
  access: 'user',
  summary: "Accepts an invitation to the caller's own email.",
  params: z.object({ id: Id }),
  body: z.object({ token: Token.optional() }),
  response: z.object({ data: Item }),
})

export const declineInvitation = endpoint({
  method: 'DELETE',
  path: '/api/teams/invitations/:id',
  access: 'user',
  summary: "Declines an invitation to the caller's own email.",
  params: z.object({ id: Id }),
  body: z.object({ token: Token.optional() }),
  status: 204,
})
