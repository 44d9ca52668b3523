import { z } from 'zod'
import { User } from './account.ts'
import { AvatarSize } from './avatar.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

/** Whatever the part is called: the form has one file. */
const AvatarForm = z.object({
  avatar: z.custom<Blob>().meta({ type: 'string', format: 'binary' }),
})

/** ACC-23: takes a multipart form with the picture. */
export const putAvatar = endpoint({
  method: 'POST',
  path: '/api/user/avatar',
  aliases: ['/user/avatar'],
  access: 'user',
  summary: "Takes the signed-in user's picture; the one before is gone.",
  accepts: 'multipart',
  body: AvatarForm,
  response: z.object({ data: User }),
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/user/avatar',
  aliases: ['/user/avatar'],
  access: 'user',
  summary: "Removes the signed-in user's picture.",
  response: z.object({ data: User }),
})

/** The key is told to whoever is shown the person, guests of links too, and guessed by nobody. */
export const getAvatar = endpoint({
  method: 'GET',
  path: '/avatar/:key/:size',
  access: 'public',
  summary: "A person's picture, as WebP.",
  params: z.object({ key: Id, size: AvatarSize }),
})
