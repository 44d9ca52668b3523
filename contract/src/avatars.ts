import { z } from 'zod'
import { User } from './account.ts'
import { AvatarSize } from './avatar.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** The name of the form part does not matter: the form has one file. */
const AvatarForm = z.object({
  avatar: z.custom<Blob>().meta({ type: 'string', format: 'binary' }),
})

/** ACC-23: takes a multipart form with the picture. */
export const putAvatar = endpoint({
  method: 'POST',
  path: '/api/user/avatar',
  aliases: ['/user/avatar'],
  access: 'user',
  summary: 'Sets the avatar of the signed-in user and replaces the previous one.',
  accepts: 'multipart',
  body: AvatarForm,
  response: z.object({ data: User }),
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/user/avatar',
  aliases: ['/user/avatar'],
  access: 'user',
  summary: 'Removes the avatar of the signed-in user.',
  response: z.object({ data: User }),
})

/** The unguessable key is sent to everyone who can see the user, including guests. */
export const getAvatar = endpoint({
  method: 'GET',
  path: '/avatar/:key/:size',
  access: 'public',
  summary: 'Returns the avatar of a user as WebP.',
  params: z.object({ key: Id, size: AvatarSize }),
})
