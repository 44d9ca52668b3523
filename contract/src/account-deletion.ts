import { z } from 'zod'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { Money } from './money.ts'
import { Reauthentication } from './reauthentication.ts'
import { Subscription } from './subscriptions.ts'

/** The live subscription of an account that is to be deleted. */
const EndingSubscription = Subscription.shape.attributes
  .pick({ name: true, plan_type: true, driver: true, period_ends_at: true })
  .extend({
    /** Whether its periods are paid in advance; the deletion must then confirm that it ends. */
    is_paid: z.boolean(),
  })

/**
 * Confirms that a subscription whose time is paid ends with its account. The paid time is lost.
 * Without it, such an account is not deleted.
 */
export const EndSubscription = z.boolean().default(false)

/** Counts of what is deleted with an account, and the money that it has. */
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
  subscription: EndingSubscription.nullable(),
  /** Balances above 0. */
  balances: z.array(Money),
  /** The unpaid amounts of open invoices. */
  debts: z.array(Money),
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
    end_subscription: EndSubscription,
  }),
  status: 204,
})
