import type { DifferenceKind } from '@coffer/contract/billing-differences'
import type { ChargeState, DisputeState, GatewayName } from '@coffer/contract/gateways'
import type { Generated, Selectable } from 'kysely'

/** Times are milliseconds since 1970 (UTC), amounts integers of minor units. */
interface LedgerAccountTable {
  id: string
  kind: string
  owner: string
  currency: string
}

interface LedgerTransactionTable {
  id: string
  key: string
  currency: string
  at: number
}

interface LedgerEntryTable {
  transaction_id: string
  account_id: string
  amount: number
}

interface InvoiceSeriesTable {
  series: string
  year: number
  next: number
}

interface InvoiceTable {
  id: string
  kind: 'invoice' | 'credit_note'
  series: string
  year: number
  number: number
  label: string
  state: 'open' | 'paid' | 'void' | 'uncollectible'
  user_id: string | null
  subscription_id: string | null
  period_id: string | null
  gateway: GatewayName
  external_id: string | null
  corrects_id: string | null
  /** A credit note that an administrator wrote; Coffer itself writes the others. */
  is_manual: Generated<0 | 1>
  currency: string
  subtotal: number
  tax: number
  total: number
  paid: Generated<number>
  credited: Generated<number>
  buyer_name: string
  buyer_email: string
  snapshot: string
  pdf_hash: string | null
  issued_at: number
  due_at: number
  paid_at: number | null
}

interface PaymentTable {
  id: string
  user_id: string | null
  invoice_id: string | null
  checkout_id: string | null
  purpose: 'subscription' | 'invoice' | 'fund'
  gateway: GatewayName
  is_live: 0 | 1
  key: string
  attempt: number
  external_id: string | null
  payment_method_id: string | null
  amount: number
  refunded: Generated<number>
  currency: string
  state: ChargeState
  is_hard_decline: Generated<0 | 1>
  reason: string | null
  action_url: string | null
  created_at: number
  updated_at: number
}

/** A refund or dispute of a payment. */
interface ReversalTable<State extends string> {
  id: string
  payment_id: string
  gateway: GatewayName
  key: string
  external_id: string | null
  amount: number
  currency: string
  state: State
  reason: string | null
  created_at: number
  updated_at: number
}

interface RefundTable extends ReversalTable<'created' | 'processing' | 'succeeded' | 'failed'> {
  /** No administrator waits for it: a refused one goes to the balance. */
  is_automatic: Generated<0 | 1>
}
type DisputeTable = ReversalTable<DisputeState>

interface TransactionTable {
  id: string
  key: string
  user_id: string | null
  type: 'charge' | 'credit' | 'withdrawal'
  status: 'completed' | 'cancelled' | 'error'
  note: string
  driver: GatewayName
  reference: string | null
  amount: number
  currency: string
  invoice_id: string | null
  metadata: string | null
  created_at: number
  updated_at: number
}

interface GatewayEventTable {
  id: string
  gateway: GatewayName
  external_id: string
  type: string
  subject: string | null
  body: string | null
  state: 'received' | 'applied' | 'ignored' | 'failed'
  error: string | null
  received_at: number
  applied_at: number | null
}

/** Registered webhooks, and the calls to them that were rejected. */
interface GatewayWebhookTable {
  gateway: GatewayName
  /** Null if it was entered at the gateway by hand. */
  external_id: string | null
  url: string | null
  rejected: Generated<number>
  rejected_at: number | null
  rejection: string | null
}

interface BillingDifferenceTable {
  id: string
  gateway: GatewayName
  kind: DifferenceKind
  subject: string
  /** Our payment, or the one that the refund or dispute is about; null if it is missing here. */
  payment_id: string | null
  user_id: string | null
  ours: string | null
  theirs: string | null
  found_at: number
  resolved_at: number | null
  resolution: string | null
}

export interface PaymentsSchema {
  ledger_accounts: LedgerAccountTable
  ledger_transactions: LedgerTransactionTable
  ledger_entries: LedgerEntryTable
  invoice_series: InvoiceSeriesTable
  invoices: InvoiceTable
  payments: PaymentTable
  refunds: RefundTable
  disputes: DisputeTable
  transactions: TransactionTable
  gateway_events: GatewayEventTable
  gateway_webhooks: GatewayWebhookTable
  billing_differences: BillingDifferenceTable
}

export type InvoiceRow = Selectable<InvoiceTable>
export type PaymentRow = Selectable<PaymentTable>
export type RefundRow = Selectable<RefundTable>
export type DisputeRow = Selectable<DisputeTable>
export type ReversalRow = RefundRow | DisputeRow
export type TransactionRow = Selectable<TransactionTable>
export type BillingDifferenceRow = Selectable<BillingDifferenceTable>
