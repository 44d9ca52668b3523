import type { BillingDifference, DifferenceSide } from '@coffer/contract/billing-differences'
import type { ChargeState } from '@coffer/contract/gateways'
import { presentOwner } from '../user-directory/index.ts'
import type { DifferenceRow } from './differences.repository.ts'

const time = (at: number): string => new Date(at).toISOString()

const AMOUNT = /^(\d+) ([A-Z]{3})$/

/** Reads a side as it was stored: `1000 EUR` or the state. */
export function presentSide(text: string | null): DifferenceSide | null {
  if (text === null) return null
  const [, amount, currency] = AMOUNT.exec(text) ?? []
  if (amount === undefined || currency === undefined)
    return { money: null, state: text as ChargeState }
  return { money: { amount: Number(amount), currency }, state: null }
}

export const presentDifference = (row: DifferenceRow): BillingDifference => ({
  id: row.id,
  type: 'billing-difference',
  attributes: {
    gateway: row.gateway,
    kind: row.kind,
    subject: row.subject,
    payment: row.payment,
    ours: presentSide(row.ours),
    theirs: presentSide(row.theirs),
    found_at: time(row.found_at),
    resolved_at: row.resolved_at === null ? null : time(row.resolved_at),
    resolution: row.resolution,
  },
  relationships: {
    user: { data: presentOwner(row) },
    invoice: {
      data:
        row.invoice_id === null
          ? null
          : { id: row.invoice_id, type: 'invoice', attributes: { label: row.invoice_label ?? '' } },
    },
  },
})
