import { z } from 'zod'
import { Currency } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { Transaction } from './transactions.ts'
import { Person } from './users.ts'

/** Problems that the dashboard names, the most urgent first. Each has a remedy. */
const ATTENTION = [
  'disk_low',
  'jobs_failed',
  'billing_differences',
  'gateway_events_failed',
  'no_metered_plan',
  'payments_failed',
  'mail_failing',
  'queue_late',
  'no_encryption',
  'no_mail',
  'no_address',
  'update_available',
] as const

const attention = z.object({
  problem: z.enum(ATTENTION),
  /** The number of jobs, emails, differences, events or payments, or the free percentage of the disk. */
  count: z.int().nullable(),
  /** The other version, or since when. */
  detail: z.string().nullable(),
})
export type Attention = z.infer<typeof attention>

const trafficRecord = z.object({ created_at: z.iso.datetime(), amount_bytes: z.int() })
const traffic = z.object({ total_bytes: z.int(), records: z.array(trafficRecord) })

const NewestUser = Person.extend({
  attributes: Person.shape.attributes.extend({ created_at: z.iso.datetime() }),
})
export type NewestUser = z.infer<typeof NewestUser>

/** Figures of one currency: amounts of different currencies are never added. */
const BillingFigures = z.object({
  currency: Currency,
  /** Monthly price of the active fixed subscriptions with tax, in minor units; a year counts a twelfth. */
  monthly_recurring: z.int(),
  active_subscriptions: z.int(),
  /** Payments that failed in the last 30 days. */
  failed_payments: z.int(),
  /** Received through gateways this month in UTC, less refunds and lost disputes. */
  revenue: z.int(),
})
export type BillingFigures = z.infer<typeof BillingFigures>

export const Dashboard = z.object({
  attention: z.array(attention),
  users: z.object({
    total: z.int(),
    /** Created in the last 30 days, and on each of these days. */
    recent: z.int(),
    recent_days: z.array(z.int()),
    /** Users with an open page. */
    online: z.int(),
    newest: z.array(NewestUser),
  }),
  disk: z.object({
    used_bytes: z.int(),
    free_bytes: z.int().nullable(),
    capacity_bytes: z.int().nullable(),
    upload: traffic,
    download: traffic,
  }),
  /** One entry per currency; null while there are no subscriptions. */
  billing: z.array(BillingFigures).nullable(),
  /** Null while there are no subscriptions. */
  newest_transactions: z.array(Transaction).nullable(),
  app: z.object({ version: z.string(), latest_version: z.string() }),
  /** When the totals were computed. */
  computed_at: z.iso.datetime(),
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  access: 'admin',
  summary: 'Returns the figures of the dashboard and what needs attention.',
  response: z.object({ data: Dashboard }),
})

export const listNewestUsers = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/newbies',
  access: 'admin',
  summary: 'Lists the five newest users.',
  response: z.object({ data: z.array(NewestUser) }),
})
