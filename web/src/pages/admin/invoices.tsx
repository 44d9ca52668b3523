import { GATEWAY_NAMES } from '@coffer/contract/gateways'
import {
  downloadInvoice,
  exportInvoices,
  INVOICE_KINDS,
  INVOICE_STATUSES,
  type Invoice,
} from '@coffer/contract/invoices'
import {
  exportTransactions,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type Transaction,
} from '@coffer/contract/transactions'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, Download, Info, ReceiptText, User } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  useInvoiceCard,
  useInvoiceColumns,
  useTransactionCard,
  useTransactionColumns,
} from '../../features/invoices/columns.tsx'
import { invoicesQuery, transactionsQuery } from '../../features/invoices/invoices.api.ts'
import classes from '../../features/invoices/invoices.module.css'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { choiceFilter } from '../../ui/admin-table/choice-filter.ts'
import { useFoundText } from '../../ui/admin-table/found-text.ts'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { TableFilter } from '../../ui/admin-table/types.ts'
import { useTableState } from '../../ui/admin-table/use-table-state.ts'
import { downloadFile } from '../../ui/download-file.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const TransactionDialog = lazy(async () => ({
  default: (await import('../../features/invoices/transaction-dialog.tsx')).TransactionDialog,
}))

const INVOICE_FILTERS = {
  status: INVOICE_STATUSES,
  kind: INVOICE_KINDS,
  driver: GATEWAY_NAMES,
  issued: 'days',
} as const
const INVOICE_ORDER = { sort: 'issued_at', direction: 'desc' } as const

/** The page /admin/invoices. */
export function InvoicesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const state = useTableState(INVOICE_FILTERS, INVOICE_ORDER)
  const query = useQuery(invoicesQuery(state.request))
  const open = ({ id }: Invoice) => void navigate({ to: '/admin/invoices/$id', params: { id } })
  const filters: TableFilter[] = [
    choiceFilter('status', t('invoices.status'), INVOICE_STATUSES, value =>
      t(`invoices.status.${value}`),
    ),
    choiceFilter('kind', t('invoices.kind'), INVOICE_KINDS, value => t(`invoices.kind.${value}`)),
    useDriverFilter(),
    { kind: 'days', name: 'issued', label: t('invoices.issued') },
  ]
  return (
    <TablePage
      title={t('admin.invoices')}
      state={state}
      searchLabel={t('admin_billing.search_invoices')}
      csv={exportInvoices}
    >
      <InvoiceTabs current="invoices" />
      <AdminTable<Invoice>
        name="invoices"
        label={t('admin.invoices')}
        state={state}
        query={query}
        columns={useInvoiceColumns()}
        filters={filters}
        rowId={({ id }) => id}
        rowName={({ attributes }) => attributes.label}
        rowMenu={invoice => [
          { label: t('invoices.open'), icon: ReceiptText, run: () => open(invoice) },
          {
            label: t('invoices.download'),
            icon: Download,
            run: () => void downloadFile(downloadInvoice, { params: { id: invoice.id } }),
          },
        ]}
        onOpen={open}
        card={useInvoiceCard()}
        found={useFoundText('invoices.found', query.data?.meta)}
        empty={{ icon: ReceiptText, title: t('invoices.empty'), text: t('invoices.empty_text') }}
      />
    </TablePage>
  )
}

const TRANSACTION_FILTERS = {
  status: TRANSACTION_STATUSES,
  type: TRANSACTION_TYPES,
  driver: GATEWAY_NAMES,
  created: 'days',
} as const
const TRANSACTION_ORDER = { sort: 'created_at', direction: 'desc' } as const

/** The page /admin/invoices/transactions. */
export function TransactionsPage() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const state = useTableState(TRANSACTION_FILTERS, TRANSACTION_ORDER)
  const [opened, setOpened] = useState<Transaction | null>(null)
  const query = useQuery(transactionsQuery(state.request, i18n.language))
  const filters: TableFilter[] = [
    choiceFilter('status', t('transactions.status'), TRANSACTION_STATUSES, value =>
      t(`transactions.status.${value}`),
    ),
    choiceFilter('type', t('transactions.type'), TRANSACTION_TYPES, value =>
      t(`transactions.type.${value}`),
    ),
    useDriverFilter(),
    { kind: 'days', name: 'created', label: t('transactions.date') },
  ]
  const menuOf = (transaction: Transaction): MenuAction[] => {
    const { user, invoice } = transaction.relationships
    return [
      { label: t('transactions.details'), icon: Info, run: () => setOpened(transaction) },
      ...(invoice.data
        ? [{ label: t('invoices.open'), icon: ReceiptText, run: openInvoice(invoice.data.id) }]
        : []),
      ...(user.data
        ? [{ label: t('transactions.user'), icon: User, run: openUser(user.data.id) }]
        : []),
    ]
  }
  const openInvoice = (id: string) => () =>
    void navigate({ to: '/admin/invoices/$id', params: { id } })
  const openUser = (id: string) => () =>
    void navigate({ to: '/admin/user/$id/subscription', params: { id } })
  return (
    <TablePage
      title={t('admin.invoices')}
      state={state}
      searchLabel={t('admin_billing.search_transactions')}
      csv={exportTransactions}
    >
      <InvoiceTabs current="transactions" />
      <AdminTable<Transaction>
        name="transactions"
        label={t('transactions.title')}
        state={state}
        query={query}
        columns={useTransactionColumns()}
        filters={filters}
        rowId={({ id }) => id}
        rowName={({ attributes }) => attributes.note}
        rowMenu={menuOf}
        onOpen={setOpened}
        card={useTransactionCard()}
        found={useFoundText('transactions.found', query.data?.meta)}
        empty={{
          icon: ArrowLeftRight,
          title: t('transactions.empty'),
          text: t('transactions.empty_text'),
        }}
      />
      <Suspense>
        {opened && (
          <TransactionDialog
            transaction={opened}
            linkToInvoice={id => ({ to: '/admin/invoices/$id', params: { id } })}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </TablePage>
  )
}

function useDriverFilter(): TableFilter {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  return choiceFilter('driver', t('transactions.driver'), GATEWAY_NAMES, gatewayName)
}

const TABS = { invoices: '/admin/invoices', transactions: '/admin/invoices/transactions' } as const

function InvoiceTabs({ current }: { current: keyof typeof TABS }) {
  const { t } = useTranslation()
  return (
    <Tabs label={t('admin.invoices')} className={classes.tabs}>
      {(['invoices', 'transactions'] as const).map(tab => (
        <Link
          key={tab}
          to={TABS[tab]}
          replace
          activeOptions={{ exact: true }}
          aria-current={tab === current ? 'page' : undefined}
        >
          {t(`${tab}.title`)}
        </Link>
      ))}
    </Tabs>
  )
}
