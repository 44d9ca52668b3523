import type { Locale } from '@coffer/contract'
import type { Invoice, InvoiceDetail } from '@coffer/contract/invoices'
import { formatMoney } from '@coffer/contract/money'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import { presentTransaction } from '../transactions/index.ts'
import { presentOwner } from '../user-directory/index.ts'
import type { InvoiceReference, InvoiceWithUser } from './invoice-list.repository.ts'
import { readSnapshot, restOf, statusOf } from './invoices.rules.ts'
import type { findRefundable } from './refundable.service.ts'

const iso = (at: number): string => new Date(at).toISOString()

const attributesOf = (row: InvoiceRow, locale: Locale, now: number): Invoice['attributes'] => ({
  kind: row.kind,
  label: row.label,
  status: statusOf(row, now),
  currency: row.currency,
  subtotal: row.subtotal,
  tax: row.tax,
  total: row.total,
  paid: row.paid,
  credited: row.credited,
  amount_due: row.state === 'open' ? restOf(row) : 0,
  price: formatMoney({ amount: row.total, currency: row.currency }, locale),
  driver: row.gateway,
  buyer: { name: row.buyer_name, email: row.buyer_email },
  issued_at: iso(row.issued_at),
  due_at: iso(row.due_at),
  paid_at: row.paid_at === null ? null : iso(row.paid_at),
})

export const presentInvoice = (row: InvoiceWithUser, locale: Locale, now: number): Invoice => ({
  id: row.id,
  type: 'invoice',
  attributes: attributesOf(row, locale, now),
  relationships: { user: { data: presentOwner(row) } },
})

const presentReference = ({ id, label, total, issued_at }: InvoiceReference) => ({
  id,
  type: 'invoice' as const,
  attributes: { label, total, issued_at: iso(issued_at) },
})

export interface InvoiceParts {
  row: InvoiceWithUser
  corrects: InvoiceRow | undefined
  creditNotes: readonly InvoiceRow[]
  transactions: readonly Parameters<typeof presentTransaction>[0][]
  payments: Awaited<ReturnType<typeof findRefundable>>
  previous: InvoiceReference | undefined
  next: InvoiceReference | undefined
}

export const presentInvoiceDetail = (
  { row, corrects, creditNotes, transactions, payments, previous, next }: InvoiceParts,
  locale: Locale,
  now: number,
): InvoiceDetail => ({
  id: row.id,
  type: 'invoice',
  attributes: {
    ...attributesOf(row, locale, now),
    document: readSnapshot(row),
    subscription_id: row.subscription_id,
  },
  relationships: {
    user: { data: presentOwner(row) },
    corrects: { data: corrects ? presentReference(corrects) : null },
    credit_notes: { data: creditNotes.map(presentReference) },
    transactions: { data: transactions.map(each => presentTransaction(each, locale)) },
    payments: {
      data: payments.map(({ id, gateway, currency, left, spent }) => ({
        id,
        driver: gateway,
        currency,
        left,
        spent,
      })),
    },
    previous: { data: previous ? presentReference(previous) : null },
    next: { data: next ? presentReference(next) : null },
  },
})
