import type { Locale } from '@coffer/contract'
import { HOUR_MS } from '@coffer/contract/billing-periods'
import type { RatedLine } from '@coffer/contract/rating'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { translate } from '../../lib/translate.ts'
import { type DraftLine, openInvoice } from '../invoices/index.ts'
import { applyBalance } from '../payments/index.ts'
import { setPeriodInvoice } from '../subscriptions/index.ts'
import { type Estimate, GRACE_HOURS, meterUsage, ratePeriods } from '../usage/index.ts'
import * as periods from './periods.repository.ts'
import { collectJob } from './settlement.job-types.ts'

type SettlementDeps = Pick<Deps, 'db' | 'transact' | 'jobs' | 'now' | 'newId'>

const BATCH = 200

/**
 * Bills periods that ended six hours ago, the oldest first, each in one transaction and exactly
 * once, however long the server was off (decisions §7).
 */
export async function settlePeriods(deps: SettlementDeps): Promise<void> {
  await meterUsage(deps)
  for (;;) {
    const endedBefore = deps.now().getTime() - GRACE_HOURS * HOUR_MS
    const due = await periods.findDuePeriods(deps.db, endedBefore, BATCH)
    const rated = await ratePeriods(deps.db, due)
    for (const period of due) await settle(deps, period, rated.get(period.id))
    if (due.length < BATCH) return
  }
}

async function settle(
  deps: SettlementDeps,
  period: periods.DuePeriod,
  rated: Estimate | undefined,
): Promise<void> {
  if (!rated) return
  await deps.transact(async tx => {
    const invoiceId = await billPeriod(tx, deps, period, rated)
    if (invoiceId !== undefined)
      await deps.jobs.add(tx, collectJob, { invoiceId }, { key: invoiceId })
  })
}

/** @returns the invoice; undefined if there is nothing to pay or another process billed it */
async function billPeriod(
  tx: Db,
  deps: Pick<Deps, 'now' | 'newId' | 'jobs'>,
  period: periods.DuePeriod,
  rated: Estimate,
): Promise<string | undefined> {
  const at = deps.now().getTime()
  if (!(await periods.markSettled(tx, period.id, at))) return undefined
  if (rated.subtotal === 0) return undefined
  const invoice = await openInvoice(tx, deps, {
    userId: period.user_id,
    gateway: 'system',
    currency: rated.currency,
    lines: locale => toLines(rated, locale),
    subscriptionId: period.subscription_id,
    periodId: period.id,
    period: { startsAt: period.starts_at, endsAt: Math.min(period.ends_at, at) },
    at,
  })
  await setPeriodInvoice(tx, period.id, invoice.id)
  return invoice.id
}

/**
 * Bills the usage up to now of an account that is being deleted. The balance pays at once; no card
 * is charged for a deleted account, so the rest stays open on the invoice.
 */
export async function settleAccount(
  tx: Db,
  deps: Pick<Deps, 'now' | 'newId' | 'jobs'>,
  userId: string,
): Promise<void> {
  const open = await periods.findOpenPeriodsOf(tx, userId)
  const estimates = await ratePeriods(tx, open)
  for (const period of open) {
    const rated = estimates.get(period.id)
    const invoiceId = rated && (await billPeriod(tx, deps, period, rated))
    if (invoiceId !== undefined) await applyBalance(tx, deps, invoiceId)
  }
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
