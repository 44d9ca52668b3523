import type { Invoice, InvoiceStatus } from '@coffer/contract/invoices'
import { formatMoney } from '@coffer/contract/money'
import { paymentFailureOf } from '@coffer/contract/payment-failures'
import type { Transaction, TransactionStatus, TransactionType } from '@coffer/contract/transactions'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { StatusMark, type StatusStyle, StatusTag } from '../../ui/status-mark.tsx'
import classes from './invoices.module.css'

const INVOICE: Record<InvoiceStatus, StatusStyle> = {
  open: { shape: 'target', tone: 'info' },
  overdue: { shape: 'exclamation', tone: 'danger' },
  paid: { shape: 'tick', tone: 'good' },
  credited: { shape: 'ring-tick', tone: 'quiet' },
  void: { shape: 'ring-minus', tone: 'quiet' },
  uncollectible: { shape: 'ring-minus', tone: 'warn' },
}

const TRANSACTION: Record<TransactionStatus, StatusStyle> = {
  completed: { shape: 'tick', tone: 'good' },
  cancelled: { shape: 'ring-minus', tone: 'quiet' },
  error: { shape: 'exclamation', tone: 'danger' },
}

export function InvoiceStatusMark({ status }: { status: InvoiceStatus }) {
  const { t } = useTranslation()
  return <StatusMark {...INVOICE[status]}>{t(`invoices.status.${status}`)}</StatusMark>
}

export function InvoiceStatusTag({ status }: { status: InvoiceStatus }) {
  const { t } = useTranslation()
  return <StatusTag tone={INVOICE[status].tone}>{t(`invoices.status.${status}`)}</StatusTag>
}

export function TransactionStatusMark({ status }: { status: TransactionStatus }) {
  const { t } = useTranslation()
  return <StatusMark {...TRANSACTION[status]}>{t(`transactions.status.${status}`)}</StatusMark>
}

const TYPE: Record<TransactionType, StatusStyle> = {
  charge: { shape: 'arrows', tone: 'info' },
  credit: { shape: 'plus', tone: 'good' },
  withdrawal: { shape: 'minus', tone: 'warn' },
}

export function TransactionTypeMark({ type }: { type: TransactionType }) {
  const { t } = useTranslation()
  return <StatusMark {...TYPE[type]}>{t(`transactions.type.${type}`)}</StatusMark>
}

/** Why the attempt failed; undefined for others. */
export function failureText(
  { metadata }: Transaction['attributes'],
  t: TFunction,
): string | undefined {
  return metadata?.reason && t(`transactions.failure.${paymentFailureOf(metadata.reason)}`)
}

/** The text of a transaction in the history of its invoice. Payments from the balance are withdrawals. */
export function historyKey({ type, status, driver }: Transaction['attributes']) {
  if (status === 'error') return 'invoices.history_failed'
  if (type === 'credit') return 'invoices.history_to_balance'
  const isReturned = type === 'withdrawal' && driver !== 'system'
  return isReturned ? 'invoices.history_returned' : 'invoices.history_paid'
}

const SIGNS = { charge: '', credit: '+', withdrawal: '−' } as const

/** The amount with the sign of its type; that of a failed attempt is struck through. */
export function TransactionAmount({ attributes }: Pick<Transaction, 'attributes'>) {
  const { locale } = useFormat()
  const amount = formatMoney(attributes, locale)
  return attributes.status === 'error' ? (
    <s className={classes.struck}>{amount}</s>
  ) : (
    <span className={classes.amount}>
      {SIGNS[attributes.type]}
      {amount}
    </span>
  )
}

/** When an invoice was issued and paid, in a line. */
export function useInvoiceDates(): (invoice: Invoice['attributes']) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ issued_at, paid_at }) => {
    const issued = format.date(issued_at)
    if (paid_at === null) return issued
    return `${issued} · ${t('invoices.paid_date', { date: format.date(paid_at) })}`
  }
}

export function InvoiceTotal({ attributes: { total, currency } }: Pick<Invoice, 'attributes'>) {
  const { locale } = useFormat()
  return <span className={classes.amount}>{formatMoney({ amount: total, currency }, locale)}</span>
}
