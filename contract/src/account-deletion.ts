import { z } from 'zod'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { Reauthentication } from './reauthentication.ts'

/** What goes when an account goes, in numbers. */
export const AccountDeletionSummary = z.object({
  /** Those in the trash counted too. */
  files: z.int(),
  folders: z.int(),
  used_bytes: z.int(),
  shares: z.int(),
  upload_requests: z.int(),
  team_folders: z.int(),
  /** People who lose one of the team folders. */
  team_members: z.int(),
  unfinished_uploads: z.int(),
  /** Somebody has to look after the server: this account can't go. */
  is_last_administrator: z.boolean(),
})
export type AccountDeletionSummary = z.infer<typeof AccountDeletionSummary>

export const getAccountDeletion = endpoint({
  method: 'GET',
  path: '/api/user/deletion',
  access: 'session',
  summary: 'What would go with the account of the user, in numbers.',
  response: z.object({ data: AccountDeletionSummary }),
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user',
  access: 'session',
  summary: 'Deletes the account of the user at once, with everything in it.',
  body: Reauthentication.extend({
    /** The account's own, typed again: nobody deletes one by mistake. */
    email: Email,
  }),
  status: 204,
})
