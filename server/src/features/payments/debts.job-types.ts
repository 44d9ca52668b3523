import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import type { Deps } from '../../deps.ts'

/** Collects everything that a user owes, after they added a card or funds. */
export const debtsJob = {
  name: 'billing.collect-debts',
  payload: z.object({ userId: z.string() }),
  attempts: 8,
}

export const queueDebts = (tx: Db, { jobs }: Pick<Deps, 'jobs'>, userId: string): Promise<void> =>
  jobs.add(tx, debtsJob, { userId }, { key: userId })

/** Collects an invoice; the name is that of jobs which earlier versions queued. */
export const collectJob = {
  name: 'settlement.collect',
  payload: z.object({ invoiceId: z.string() }),
  attempts: 8,
}

/** Queues the collection in the transaction that opens the invoices, so that none is left uncollected. */
export const queueCollection = (
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  invoices: readonly { id: string }[],
): Promise<void> =>
  jobs.addAll(
    tx,
    collectJob,
    invoices.map(({ id: invoiceId }) => ({ invoiceId })),
  )

/** Queues another collection of an invoice for the time when it is due. */
export const queueWhenDue = (
  tx: Db,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  { id, due_at }: Pick<InvoiceRow, 'id' | 'due_at'>,
): Promise<void> =>
  jobs.add(tx, collectJob, { invoiceId: id }, { key: id, delayMs: due_at - now().getTime() })
