import { z } from 'zod'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { Reauthentication } from './reauthentication.ts'

/** Counts of what is deleted with an account. */
export const AccountDeletionSummary = z.object({
  /** Includes trashed items. */
  files: z.int(),
  folders: z.int(),
  used_bytes: z.int(),
  shares: z.int(),
  upload_requests: z.int(),
  team_folders: z.int(),
  /** Members who lose access to a team folder of the account. */
  team_members: z.int(),
  unfinished_uploads: z.int(),
  /** True for the last administrator, whose account cannot be deleted. */
  is_last_administrator: z.boolean(),
})
export type AccountDeletionSummary = z.infer<typeof AccountDeletionSummary>

export const getAccountDeletion = endpoint({
  method: 'GET',
  path: '/api/user/deletion',
  access: 'session',
  summary: 'Counts what would be deleted with the account of the user.',
  response: z.object({ data: AccountDeletionSummary }),
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/user',
  access: 'session',
  summary: 'Deletes the account of the user and all its data immediately.',
  body: Reauthentication.extend({
    /** Email of the account, typed again to prevent deletion by mistake. */
    email: Email,
  }),
  status: 204,
})
