import { z } from 'zod'
import { signedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { PLAIN_TEXT } from './names.ts'
import { Reauthentication } from './reauthentication.ts'
import { Id } from './resource.ts'

const Name = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(64, 'validation.long')
  .regex(PLAIN_TEXT, 'validation.invalid')

/** As browsers give and take it (WebAuthn, `toJSON`); what is in it only the two ends know. */
const Ceremony = z.record(z.string(), z.unknown())

export const Passkey = z.object({
  id: Id,
  type: z.literal('passkey'),
  attributes: z.object({
    name: z.string(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  }),
})
export type Passkey = z.infer<typeof Passkey>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/auth/passkey/list-user-passkeys',
  access: 'session',
  summary: "The user's passkeys, the oldest first.",
  response: z.object({ data: z.array(Passkey) }),
})

// Better Auth reads these two by GET; they leave a challenge behind, and take a proof.
export const beginAddingPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/generate-register-options',
  access: 'session',
  summary: 'Begins to add a passkey: what the browser is to be asked.',
  body: Reauthentication,
  response: Ceremony,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/verify-registration',
  access: 'session',
  summary: 'Adds the passkey that the browser has made.',
  /** Without a name it is called after what keeps it. */
  body: z.object({ response: Ceremony, name: Name.optional() }),
  response: z.object({ data: Passkey }),
})

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/update-passkey',
  access: 'session',
  summary: 'Gives a passkey another name.',
  body: z.object({ id: Id, name: Name }),
  response: z.object({ data: Passkey }),
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/delete-passkey',
  access: 'session',
  summary: 'Removes a passkey: it lets nobody in any more, and every other session ends.',
  body: Reauthentication.extend({ id: Id }),
  response: z.object({ status: z.literal(true) }),
})

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/generate-authenticate-options',
  access: 'public',
  summary: 'Begins to sign in by a passkey: what the browser is to be asked.',
  response: Ceremony,
})

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/verify-authentication',
  access: 'public',
  summary: 'Opens a session for a passkey, whose keeper has made sure of its owner.',
  body: z.object({ response: Ceremony }),
  response: signedIn,
})
