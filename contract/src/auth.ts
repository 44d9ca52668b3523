import { z } from 'zod'
import { Password, PersonName } from './account.ts'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { CurrentPassword, ReauthenticationCode } from './reauthentication.ts'
import { InvitationToken } from './team-invitations.ts'

/** These are Better Auth's own paths; the answers leave out the session's token. */
export const signedIn = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
})

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  access: 'public',
  summary: 'Opens a session for an address and a password.',
  body: z.object({
    email: Email,
    password: z.string().min(1).max(1024),
    rememberMe: z.boolean().default(true),
  }),
  /** Without a user while the second step is due: `twoFactorRedirect`. */
  response: z.object({
    user: signedIn.shape.user.optional(),
    twoFactorRedirect: z.literal(true).optional(),
  }),
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  access: 'public',
  summary:
    'Makes an account and opens a session, or sends the letter that has to be answered first.',
  body: z.object({
    name: PersonName,
    email: Email,
    password: Password,
    /** From an invitation's letter: whoever has it reads the mail of the address. */
    invitation: InvitationToken.optional(),
    /** ACC-24: the token of the challenge `sign_up`; required while the bot check is on. */
    recaptcha: z.string().max(8192).optional(),
  }),
  /** Null alike for new and known addresses: a letter is on its way. */
  response: z.object({ user: signedIn.shape.user.nullable() }),
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'session',
  summary: 'Changes the password and ends every other session.',
  body: z.object({
    currentPassword: CurrentPassword,
    newPassword: Password,
    code: ReauthenticationCode,
    /** Personal access tokens end too; otherwise they go on. */
    revokeTokens: z.boolean().default(false),
  }),
  response: signedIn,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/logout',
  aliases: ['/logout', '/api/auth/sign-out'],
  access: 'session',
  summary: 'Ends this session.',
  status: 204,
})
