import { z } from 'zod'
import { signedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { PLAIN_TEXT } from './names.ts'
import { Reauthentication } from './reauthentication.ts'
import { Id } from './resource.ts'

export const PasskeyName = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(64, 'validation.long')
  .regex(PLAIN_TEXT, 'validation.invalid')

/** WebAuthn JSON as browsers send and receive it (`toJSON`). */
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
  summary: "Lists the user's passkeys, oldest first.",
  response: z.object({ data: z.array(Passkey) }),
})

// Better Auth reads these two by GET; they store a challenge and require reauthentication.
export const beginAddingPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/generate-register-options',
  access: 'session',
  summary: 'Starts adding a passkey: returns the options for the browser.',
  body: Reauthentication,
  response: Ceremony,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/verify-registration',
  access: 'session',
  summary: 'Adds the passkey that the browser created.',
  /** Defaults to the name of the authenticator. */
  body: z.object({ response: Ceremony, name: PasskeyName.optional() }),
  response: z.object({ data: Passkey }),
})

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/update-passkey',
  access: 'session',
  summary: 'Renames a passkey.',
  body: z.object({ id: Id, name: PasskeyName }),
  response: z.object({ data: Passkey }),
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/delete-passkey',
  access: 'session',
  summary: 'Removes a passkey and ends all other sessions.',
  body: Reauthentication.extend({ id: Id }),
  response: z.object({ status: z.literal(true) }),
})

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/generate-authenticate-options',
  access: 'public',
  summary: 'Starts signing in with a passkey: returns the options for the browser.',
  response: Ceremony,
})

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/verify-authentication',
  access: 'public',
  summary: 'Signs in with a passkey that verified its user.',
  body: z.object({ response: Ceremony }),
  response: signedIn,
})
