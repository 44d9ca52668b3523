import { quantitiesByDay } from '@coffer/contract/rating'
import type { InvoiceUsage } from '@coffer/contract/spending'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { requireVisibleInvoice } from '../invoices/index.ts'
import { findMeteredPeriod } from '../settlement/index.ts'
import { ratePeriods } from '../usage/index.ts'

/**
 * Returns the usage per day that an invoice bills.
 *
 * @returns null if it bills no usage, or if the usage was deleted with the account
 * @throws AppError `invoice.not_found`, also for those of other users
 */
export async function invoiceUsage(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  invoiceId: string,
): Promise<InvoiceUsage | null> {
  const { period_id } = await requireVisibleInvoice(db, actor, invoiceId)
  const period = period_id === null ? undefined : await findMeteredPeriod(db, period_id)
  if (!period) return null
  const rated = (await ratePeriods(db, [period])).get(period.id)
  if (!rated) return null
  const { starts_at: startsAt, ends_at: endsAt } = period
  return {
    period: {
      starts_at: new Date(startsAt).toISOString(),
      ends_at: new Date(endsAt).toISOString(),
    },
    meters: rated.lines
      .filter(({ meter }) => meter !== 'flatFee')
      .map(({ meter, aggregate, quantity }) => ({
        meter,
        aggregate,
        quantity,
        days: quantitiesByDay({ key: meter, aggregate }, rated.usage, { startsAt, endsAt }),
      })),
  }
}
