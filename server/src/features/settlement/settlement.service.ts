import type { Locale } from '@coffer/contract'
import { HOUR_MS } from '@coffer/contract/durations'
import type { RatedLine } from '@coffer/contract/rating'
import type { Db } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import type { Deps } from '../../deps.ts'
import { translate } from '../../lib/translate.ts'
import { type DraftLine, type InvoiceDraft, openInvoices } from '../invoices/index.ts'
import { applyBalance, type PaymentDeps, queueCollection } from '../payments/index.ts'
import { type Estimate, GRACE_HOURS, meterUsage, ratePeriods } from '../usage/index.ts'
import { forEachDue } from './for-each-due.ts'
import * as periods from './periods.repository.ts'

type SettlementDeps = Pick<Deps, 'db' | 'transact' | 'jobs' | 'now' | 'newId' | 'log'>

/**
 * Bills periods that ended six hours ago, the oldest first, exactly once, however long the server
 * was off (BILL-4).
 * @throws the first error of periods that could not be billed, after all others were
 */
export async function settlePeriods(deps: SettlementDeps): Promise<void> {
  await meterUsage(deps)
  const endedBefore = deps.now().getTime() - GRACE_HOURS * HOUR_MS
  await forEachDue(deps, {
    find: page => periods.findDuePeriods(deps.db, endedBefore, page),
    run: async (tx, due) => {
      await queueCollection(tx, deps, await billPeriods(tx, deps, due))
    },
  })
}

/** @returns the new invoices; none for periods without a cost, or billed by another process */
async function billPeriods(
  tx: Db,
  deps: Pick<Deps, 'now' | 'newId' | 'jobs'>,
  due: readonly periods.DuePeriod[],
): Promise<InvoiceRow[]> {
  if (due.length === 0) return []
  const at = deps.now().getTime()
  const ids = due.map(({ id }) => id)
  const isOpen = await periods.markSettled(tx, ids, at)
  const open = due.filter(({ id }) => isOpen.has(id))
  const estimates = await ratePeriods(tx, open)
  const drafts = open.flatMap(period => {
    const estimate = estimates.get(period.id)
    return estimate && estimate.subtotal !== 0 ? [draftOf(period, estimate, at)] : []
  })
  if (drafts.length === 0) return []
  const invoices = await openInvoices(tx, deps, drafts)
  await periods.linkInvoices(tx, ids)
  return invoices
}

const draftOf = (period: periods.DuePeriod, estimate: Estimate, at: number): InvoiceDraft => ({
  userId: period.user_id,
  gateway: 'system',
  currency: estimate.currency,
  lines: locale => toLines(estimate, locale),
  subscriptionId: period.subscription_id,
  periodId: period.id,
  period: { startsAt: period.starts_at, endsAt: Math.min(period.ends_at, at) },
  at,
})

/**
 * Bills the usage up to now of an account that is being deleted. The balance pays at once; no card
 * is charged for a deleted account, so the rest stays open on the invoice.
 */
export async function settleAccount(tx: Db, deps: PaymentDeps, userId: string): Promise<void> {
  const open = await periods.findOpenPeriodsOf(tx, userId)
  for (const { id } of await billPeriods(tx, deps, open)) await applyBalance(tx, deps, id)
}

/** UN/ECE units: one, and the gigabyte. */
const UNITS: Partial<Record<RatedLine['meter'], string>> = { storage: 'E34', bandwidth: 'E34' }

const toLines = ({ lines }: Estimate, locale: Locale): DraftLine[] =>
  lines.map(line => ({
    description: translate(locale, `usage.meter.${line.meter}`),
    quantity: line.quantity,
    unit: UNITS[line.meter],
    amount: line.amount,
    explanation: line,
  }))

export interface Recomputed {
  periods: number
  differences: {
    period: string
    invoice: string | null
    currency: string
    billed: number
    recomputed: number
  }[]
}

const BATCH = 200

/** Rates all settled periods again and compares them with their invoices (case 45). */
export async function recompute({ db }: Pick<Deps, 'db'>): Promise<Recomputed> {
  const result: Recomputed = { periods: 0, differences: [] }
  for (let after = ''; ; ) {
    const settled = await periods.findSettledPeriods(db, after, BATCH)
    const last = settled.at(-1)
    if (!last) return result
    after = last.id
    const rated = await ratePeriods(db, settled)
    for (const { id, label, snapshot } of settled) {
      result.periods += 1
      const { subtotal: recomputed = 0, currency = '' } = rated.get(id) ?? {}
      const billed = snapshot === null ? 0 : sumOfLines(snapshot)
      if (billed !== recomputed)
        result.differences.push({ period: id, invoice: label, currency, billed, recomputed })
    }
  }
}

const sumOfLines = (snapshot: string): number =>
  (JSON.parse(snapshot) as { lines: { amount: number }[] }).lines.reduce(
    (sum, { amount }) => sum + amount,
    0,
  )
