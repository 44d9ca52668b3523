import {
  type BillingDifference,
  DIFFERENCE_KINDS,
  DIFFERENCE_STATES,
  exportDifferences,
} from '@coffer/contract/billing-differences'
import { KEYED_GATEWAYS } from '@coffer/contract/gateway-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, Info, ReceiptText, Scale, User } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  useDifferenceCard,
  useDifferenceColumns,
} from '../../features/billing-differences/difference-columns.tsx'
import { differencesQuery, resolve } from '../../features/billing-differences/differences.api.ts'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { choiceFilter } from '../../ui/admin-table/choice-filter.ts'
import { useFoundText } from '../../ui/admin-table/found-text.ts'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { TableFilter } from '../../ui/admin-table/types.ts'
import { useTableState } from '../../ui/admin-table/use-table-state.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'

const DifferenceDialog = lazy(async () => ({
  default: (await import('../../features/billing-differences/difference-dialog.tsx'))
    .DifferenceDialog,
}))

const FILTERS = {
  state: DIFFERENCE_STATES,
  kind: DIFFERENCE_KINDS,
  gateway: KEYED_GATEWAYS,
} as const
const ORDER = { sort: 'found_at', direction: 'desc' } as const

/** The page /admin/payments/differences. */
export function PaymentsDifferencesPage() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const state = useTableState(FILTERS, ORDER)
  const query = useQuery(differencesQuery(state.request))
  const [opened, setOpened] = useState<BillingDifference | null>(null)
  return (
    <TablePage
      title={t('admin.differences')}
      state={state}
      searchLabel={t('differences.search')}
      csv={exportDifferences}
    >
      <AdminTable<BillingDifference>
        name="differences"
        label={t('admin.differences')}
        state={state}
        query={query}
        columns={useDifferenceColumns()}
        filters={useDifferenceFilters()}
        rowId={({ id }) => id}
        rowName={({ attributes }) => attributes.subject}
        rowMenu={useRowMenu(setOpened)}
        onOpen={setOpened}
        card={useDifferenceCard()}
        nothingFound={t('differences.nothing')}
        found={useFoundText('differences.found', query.data?.meta)}
        empty={{ icon: Scale, title: t('differences.empty'), text: t('differences.empty_text') }}
      />
      <Suspense>
        {opened && (
          <DifferenceDialog
            difference={opened}
            resolve={reason => resolve(queries, opened.id, reason)}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </TablePage>
  )
}

function useRowMenu(open: (difference: BillingDifference) => void) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (difference: BillingDifference): MenuAction[] => {
    const user = difference.relationships.user.data
    const invoice = difference.relationships.invoice.data
    const { payment } = difference.attributes
    return [
      { label: t('differences.details'), icon: Info, run: () => open(difference) },
      ...(user
        ? [
            {
              label: t('differences.open_user'),
              icon: User,
              run: () =>
                void navigate({ to: '/admin/user/$id/subscription', params: { id: user.id } }),
            },
          ]
        : []),
      ...(invoice
        ? [
            {
              label: t('differences.open_invoice'),
              icon: ReceiptText,
              run: () => void navigate({ to: '/admin/invoices/$id', params: { id: invoice.id } }),
            },
          ]
        : []),
      ...(payment !== null
        ? [
            {
              label: t('differences.transactions'),
              icon: ArrowLeftRight,
              run: () =>
                void navigate({ to: '/admin/invoices/transactions', search: { query: payment } }),
            },
          ]
        : []),
    ]
  }
}

function useDifferenceFilters(): TableFilter[] {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  return [
    choiceFilter('state', t('differences.status'), DIFFERENCE_STATES, value =>
      t(`differences.status_${value}`),
    ),
    choiceFilter('kind', t('differences.kind'), DIFFERENCE_KINDS, value =>
      t(`differences.kind_${value}`),
    ),
    choiceFilter('gateway', t('differences.gateway'), KEYED_GATEWAYS, gatewayName),
  ]
}
