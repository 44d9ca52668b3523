import type { Attention } from '@coffer/contract/dashboard'
import type { QueueSummary } from '../../jobs/queue.ts'
import { isDiskLow, isQueueLate } from '../../lib/health-limits.ts'

export interface BillingProblems {
  openDifferences: number
  failedEvents: number
  /** Failed in the last days. */
  failedPayments: number
  /** Whether usage is not billed, because no metered plan is active. */
  lacksMeteredPlan: boolean
}

export interface Observations {
  queue: QueueSummary
  /** Emails that are sent again after a failure. */
  retriedEmails: number
  /** Free share of the disk, from 0 to 1; null when it could not be measured. */
  freeShare: number | null
  sendsMail: boolean
  /** Whether the operator has set the address in links. */
  hasAddress: boolean
  isEncrypted: boolean
  /** A newer version, from the operator's version file. */
  newerVersion: string | null
  /** Null while there are no subscriptions. */
  billing: BillingProblems | null
  now: Date
}

function addBilling(
  { billing }: Observations,
  add: (problem: Attention['problem'], count?: number) => void,
): void {
  if (!billing) return
  if (billing.openDifferences > 0) add('billing_differences', billing.openDifferences)
  if (billing.failedEvents > 0) add('gateway_events_failed', billing.failedEvents)
  if (billing.lacksMeteredPlan) add('no_metered_plan')
  if (billing.failedPayments > 0) add('payments_failed', billing.failedPayments)
}

/** Lists what needs the attention of an administrator, the most urgent first. */
export function findAttention(observed: Observations): Attention[] {
  const { queue, retriedEmails, freeShare, now } = observed
  const attention: Attention[] = []
  const add = (problem: Attention['problem'], count?: number, detail?: string) =>
    attention.push({ problem, count: count ?? null, detail: detail ?? null })
  if (freeShare !== null && isDiskLow(freeShare)) add('disk_low', Math.floor(freeShare * 100))
  if (queue.counts.failed > 0) add('jobs_failed', queue.counts.failed)
  addBilling(observed, add)
  if (retriedEmails > 0) add('mail_failing', retriedEmails)
  if (isQueueLate(queue.oldestDueAt, now))
    add('queue_late', queue.counts.waiting, queue.oldestDueAt.toISOString())
  if (!observed.isEncrypted) add('no_encryption')
  if (!observed.sendsMail) add('no_mail')
  if (!observed.hasAddress) add('no_address')
  if (observed.newerVersion) add('update_available', undefined, observed.newerVersion)
  return attention
}
