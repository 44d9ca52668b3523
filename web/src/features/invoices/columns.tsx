import type { Invoice } from '@coffer/contract/invoices'
import type { Transaction } from '@coffer/contract/transactions'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import type { AdminCard, AdminColumn } from '../../ui/admin-table/types.ts'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import {
  failureText,
  InvoiceStatusMark,
  InvoiceTotal,
  TransactionAmount,
  TransactionStatusMark,
  TransactionTypeMark,
} from './status.tsx'

/** The columns of invoices. Narrow screens hide the last ones first. */
export function useInvoiceColumns(): AdminColumn<Invoice>[] {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'label',
        label: t('invoices.number'),
        width: 160,
        grow: 1,
        sort: 'desc',
        cell: ({ attributes: { label, kind } }) => (
          <TwoLineText name={label} note={t(`invoices.kind.${kind}`)} />
        ),
      },
      {
        id: 'buyer',
        label: t('invoices.buyer'),
        width: 200,
        grow: 2,
        sort: 'asc',
        cell: ({ attributes: { buyer } }) => <TwoLineText name={buyer.name} note={buyer.email} />,
      },
      {
        id: 'state',
        label: t('invoices.status'),
        width: 130,
        sort: 'asc',
        cell: ({ attributes: { status } }) => <InvoiceStatusMark status={status} />,
      },
      {
        id: 'total',
        label: t('invoices.total'),
        width: 120,
        align: 'end',
        sort: 'desc',
        cell: ({ attributes }) => <InvoiceTotal attributes={attributes} />,
      },
      {
        id: 'issued_at',
        label: t('invoices.issued'),
        width: 120,
        sort: 'desc',
        cell: ({ attributes: { issued_at } }) => format.date(issued_at),
      },
      {
        id: 'paid_at',
        label: t('invoices.paid_at'),
        width: 120,
        cell: ({ attributes: { paid_at } }) => (paid_at === null ? '–' : format.date(paid_at)),
      },
      {
        id: 'driver',
        label: t('invoices.driver'),
        width: 100,
        sort: 'asc',
        cell: ({ attributes: { driver } }) => gatewayName(driver),
      },
    ],
    [t, format, gatewayName],
  )
}

export function useInvoiceCard(): (invoice: Invoice) => AdminCard {
  const format = useFormat()
  return ({ attributes }) => ({
    title: attributes.buyer.name,
    note: `${attributes.label} · ${format.date(attributes.issued_at)}`,
    end: <InvoiceTotal attributes={attributes} />,
    endNote: <InvoiceStatusMark status={attributes.status} />,
  })
}

/** The columns of transactions, as the specification names them. */
export function useTransactionColumns(): AdminColumn<Transaction>[] {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'note',
        label: t('transactions.note'),
        width: 124,
        grow: 2,
        sort: 'asc',
        cell: ({ attributes, relationships }) => (
          <TwoLineText
            name={attributes.note}
            note={
              relationships.invoice.data?.attributes.label ??
              failureText(attributes, t) ??
              attributes.reference ??
              '–'
            }
          />
        ),
      },
      {
        id: 'user_id',
        label: t('transactions.user'),
        width: 136,
        grow: 2,
        sort: 'asc',
        cell: ({ relationships: { user } }) =>
          user.data ? (
            <TwoLineText name={user.data.attributes.name} note={user.data.attributes.email} />
          ) : (
            t('transactions.user_deleted')
          ),
      },
      {
        id: 'status',
        label: t('transactions.status'),
        width: 114,
        sort: 'asc',
        cell: ({ attributes: { status } }) => <TransactionStatusMark status={status} />,
      },
      {
        id: 'type',
        label: t('transactions.type'),
        width: 106,
        sort: 'asc',
        cell: ({ attributes: { type } }) => <TransactionTypeMark type={type} />,
      },
      {
        id: 'amount',
        label: t('transactions.total'),
        width: 116,
        align: 'end',
        sort: 'desc',
        cell: transaction => <TransactionAmount attributes={transaction.attributes} />,
      },
      {
        id: 'created_at',
        label: t('transactions.date'),
        width: 140,
        sort: 'desc',
        cell: ({ attributes: { created_at } }) => (
          <span title={format.exactDate(created_at)}>{format.date(created_at)}</span>
        ),
      },
      {
        id: 'driver',
        label: t('transactions.driver'),
        width: 100,
        sort: 'asc',
        cell: ({ attributes: { driver } }) => gatewayName(driver),
      },
    ],
    [t, format, gatewayName],
  )
}

export function useTransactionCard(): (transaction: Transaction) => AdminCard {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ attributes, relationships: { user } }) => ({
    title: attributes.note,
    note: [
      user.data?.attributes.name ?? t('transactions.user_deleted'),
      format.date(attributes.created_at),
    ].join(' · '),
    end: <TransactionAmount attributes={attributes} />,
    endNote: <TransactionStatusMark status={attributes.status} />,
  })
}
