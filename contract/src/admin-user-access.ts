import { z } from 'zod'
import { AccessToken } from './access-tokens.ts'
import { AdminUserReply, PasswordLinkMeta } from './admin-users.ts'
import { endpoint } from './endpoint.ts'
import { Passkey } from './passkeys.ts'
import { Id } from './resource.ts'
import { Storage } from './storage.ts'

const params = z.object({ id: Id })

export const sendPasswordReset = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/reset-password',
  access: 'admin',
  isSensitive: true,
  summary: 'Sends the user a link to choose a new password; without a mail server it is returned.',
  params,
  response: z.object({ meta: PasswordLinkMeta }),
})

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  access: 'admin',
  summary: 'Ends all sessions of a user.',
  params,
  status: 204,
})

export const disableTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/two-factor',
  access: 'admin',
  isSensitive: true,
  summary: 'Turns two-factor sign-in of a user off and notifies them by email.',
  params,
  response: AdminUserReply,
})

export const listUserTokens = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/tokens',
  access: 'admin',
  summary: 'Lists the access tokens of a user.',
  params,
  response: z.object({ data: z.array(AccessToken) }),
})

export const revokeUserToken = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/tokens/:token_id',
  access: 'admin',
  summary: 'Revokes an access token of a user.',
  params: z.object({ id: Id, token_id: Id }),
  status: 204,
})

export const listUserPasskeys = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/passkeys',
  access: 'admin',
  summary: 'Lists the passkeys of a user.',
  params,
  response: z.object({ data: z.array(Passkey) }),
})

export const removeUserPasskey = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/passkeys/:passkey_id',
  access: 'admin',
  isSensitive: true,
  summary: 'Removes a passkey of a user and ends their sessions.',
  params: z.object({ id: Id, passkey_id: Id }),
  status: 204,
})

const AvatarForm = z.object({
  avatar: z.custom<Blob>().meta({ type: 'string', format: 'binary' }),
})

export const putUserAvatar = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/avatar',
  access: 'admin',
  summary: 'Sets the avatar of a user.',
  params,
  accepts: 'multipart',
  body: AvatarForm,
  response: AdminUserReply,
})

export const removeUserAvatar = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/avatar',
  access: 'admin',
  summary: 'Removes the avatar of a user.',
  params,
  response: AdminUserReply,
})

/** A large file without its name, which is private. */
export const LargeFile = z.object({
  id: Id,
  type: z.literal('file'),
  attributes: z.object({
    size_bytes: z.int(),
    category: z.enum(['image', 'video', 'audio', 'document', 'other']),
    created_at: z.iso.datetime(),
    is_trashed: z.boolean(),
    /** The home of the user or one of their team folders. */
    location: z.enum(['home', 'team']),
  }),
})
export type LargeFile = z.infer<typeof LargeFile>

export const getUserStorage = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/storage',
  access: 'admin',
  summary: 'Returns storage by kind, traffic of 45 days and the largest files without their names.',
  params,
  response: z.object({ data: Storage, largest: z.array(LargeFile) }),
})
