import type { Transaction } from '@coffer/contract/transactions'
import { Button, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import { PartFailure } from '../../ui/part-failure.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { type ListOwner, shortInvoicesQuery, shortTransactionsQuery } from './invoices.api.ts'
import classes from './invoices.module.css'
import {
  failureText,
  InvoiceStatusMark,
  InvoiceTotal,
  TransactionAmount,
  TransactionStatusMark,
  useInvoiceDates,
} from './status.tsx'

const TransactionDialog = lazy(async () => ({
  default: (await import('./transaction-dialog.tsx')).TransactionDialog,
}))

const FIRST = 5
const MORE = 100

interface CardProps<Row> {
  title: string
  empty: string
  query: UseQueryResult<{ data: Row[]; meta: { paginate: { total: number } } }>
  onMore: () => void
  row: (row: Row) => ReactNode
}

function ListCard<Row>({ title, empty, query, onMore, row }: CardProps<Row>) {
  const { t } = useTranslation()
  const { data, isError, refetch } = query
  return (
    <SectionCard title={title}>
      {!data && !isError && <Skeleton height={120} aria-busy />}
      {!data && isError && <PartFailure retry={refetch} />}
      {data?.data.length === 0 && <p className={classes.rowNote}>{empty}</p>}
      {data && data.data.length > 0 && <ul className={classes.list}>{data.data.map(row)}</ul>}
      {data && data.data.length < Math.min(data.meta.paginate.total, MORE) && (
        <Button className={classes.more} variant="default" size="xs" onClick={onMore}>
          {t('invoices.show_all')}
        </Button>
      )}
    </SectionCard>
  )
}

interface InvoicesCardProps extends ListOwner {
  linkTo: (id: string) => LinkProps
}

/** The invoices of a user, newest first. Needs the messages of the part `billing`. */
export function InvoicesCard({ userId, linkTo }: InvoicesCardProps) {
  const { t, i18n } = useTranslation()
  const datesOf = useInvoiceDates()
  const [count, setCount] = useState(FIRST)
  const query = useQuery(shortInvoicesQuery({ userId }, count, i18n.language))
  return (
    <ListCard
      title={t('invoices.title')}
      empty={t('invoices.empty_text')}
      query={query}
      onMore={() => setCount(MORE)}
      row={({ id, attributes }) => (
        <li key={id} className={classes.row}>
          <div className={classes.texts}>
            <Link {...linkTo(id)}>{attributes.label}</Link>
            <p className={classes.rowNote}>
              {[t(`invoices.kind.${attributes.kind}`), datesOf(attributes)].join(' · ')}
            </p>
          </div>
          <div className={classes.end}>
            <p>
              <InvoiceTotal attributes={attributes} />
            </p>
            <InvoiceStatusMark status={attributes.status} />
          </div>
        </li>
      )}
    />
  )
}

/** The transactions of a user, newest first. Needs the messages of the part `billing`. */
export function TransactionsCard({ userId }: ListOwner) {
  const { t, i18n } = useTranslation()
  const [count, setCount] = useState(FIRST)
  const [opened, setOpened] = useState<Transaction | null>(null)
  const query = useQuery(shortTransactionsQuery({ userId }, count, i18n.language))
  return (
    <>
      <ListCard
        title={t('transactions.title')}
        empty={t('transactions.empty_text')}
        query={query}
        onMore={() => setCount(MORE)}
        row={transaction => (
          <TransactionRow
            key={transaction.id}
            transaction={transaction}
            onOpen={() => setOpened(transaction)}
          />
        )}
      />
      <Suspense>
        {opened && (
          <TransactionDialog
            transaction={opened}
            linkToInvoice={id => ({
              to: userId === undefined ? '/invoices/$id' : '/admin/invoices/$id',
              params: { id },
            })}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  )
}

interface TransactionRowProps {
  transaction: Transaction
  onOpen: () => void
}

function TransactionRow({ transaction: { attributes }, onOpen }: TransactionRowProps) {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  const format = useFormat()
  const { note, type, created_at, driver, status } = attributes
  return (
    <li className={classes.row}>
      <div className={classes.texts}>
        <button type="button" className={classes.open} onClick={onOpen}>
          {note}
        </button>
        <p className={classes.rowNote}>
          {[
            t(`transactions.type.${type}`),
            format.date(created_at),
            gatewayName(driver),
            failureText(attributes, t),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={classes.end}>
        <p>
          <TransactionAmount attributes={attributes} />
        </p>
        <TransactionStatusMark status={status} />
      </div>
    </li>
  )
}
