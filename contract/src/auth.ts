import { z } from 'zod'
import { Password, PersonName } from './account.ts'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { CurrentPassword, ReauthenticationCode } from './reauthentication.ts'
import { InvitationToken } from './team-invitations.ts'

/** Paths of Better Auth; the answers omit the session token. */
export const signedIn = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
})

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  access: 'public',
  summary: 'Signs in with email and password.',
  body: z.object({
    email: Email,
    password: z.string().min(1).max(1024),
    rememberMe: z.boolean().default(true),
  }),
  /** Null while the second step is pending; see `twoFactorRedirect`. */
  response: z.object({
    user: signedIn.shape.user.optional(),
    twoFactorRedirect: z.literal(true).optional(),
  }),
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  access: 'public',
  summary: 'Creates an account and opens a session, or sends a confirmation email first.',
  body: z.object({
    name: PersonName,
    email: Email,
    password: Password,
    /** Token of an invitation email, which shows access to the mailbox. */
    invitation: InvitationToken.optional(),
    /** ACC-24: token of the challenge `sign_up`; required while the bot check is on. */
    recaptcha: z.string().max(8192).optional(),
  }),
  /** Null for new and known emails alike when a confirmation email was sent. */
  response: z.object({ user: signedIn.shape.user.nullable() }),
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'session',
  summary: 'Changes the password and ends all other sessions.',
  body: z.object({
    currentPassword: CurrentPassword,
    newPassword: Password,
    code: ReauthenticationCode,
    /** Also revokes personal access tokens. */
    revokeTokens: z.boolean().default(false),
  }),
  response: signedIn,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/logout',
  aliases: ['/logout', '/api/auth/sign-out'],
  access: 'session',
  summary: 'Ends the current session.',
  status: 204,
})
