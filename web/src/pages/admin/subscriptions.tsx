import { type AdminSubscription, exportSubscriptions } from '@coffer/contract/admin-subscriptions'
import { GATEWAY_NAMES } from '@coffer/contract/gateways'
import { PAYMENT_STATES, SUBSCRIPTION_STATUSES } from '@coffer/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Repeat, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { subscriptionsQuery } from '../../features/admin-subscriptions/admin-subscriptions.api.ts'
import {
  subscriptionCard,
  useSubscriptionColumns,
} from '../../features/admin-subscriptions/columns.tsx'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { choiceFilter } from '../../ui/admin-table/choice-filter.ts'
import { useFoundText } from '../../ui/admin-table/found-text.ts'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { TableFilter } from '../../ui/admin-table/types.ts'
import { useTableState } from '../../ui/admin-table/use-table-state.ts'

const FILTERS = {
  status: SUBSCRIPTION_STATUSES,
  payment_state: PAYMENT_STATES,
  driver: GATEWAY_NAMES,
} as const
const ORDER = { sort: 'created_at', direction: 'desc' } as const

const userLink = (row: AdminSubscription) =>
  ({
    to: '/admin/user/$id/subscription',
    params: { id: row.relationships.user.data.id },
  }) as const

/** The page /admin/subscriptions. */
export function SubscriptionsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const state = useTableState(FILTERS, ORDER)
  const query = useQuery(subscriptionsQuery(state.request))
  return (
    <TablePage
      title={t('admin.subscriptions')}
      state={state}
      searchLabel={t('admin_subscriptions.search')}
      csv={exportSubscriptions}
    >
      <AdminTable<AdminSubscription>
        name="subscriptions"
        label={t('admin.subscriptions')}
        state={state}
        query={query}
        columns={useSubscriptionColumns()}
        filters={useSubscriptionFilters()}
        rowId={({ id }) => id}
        rowName={row => row.relationships.user.data.attributes.name}
        rowLink={userLink}
        rowMenu={row => [
          {
            label: t('admin_plans.open_user'),
            icon: User,
            run: () => void navigate(userLink(row)),
          },
        ]}
        card={subscriptionCard}
        hasAvatars
        nothingFound={t('admin_subscriptions.nothing')}
        found={useFoundText('admin_subscriptions.found', query.data?.meta)}
        empty={{
          icon: Repeat,
          title: t('admin_subscriptions.empty'),
          text: t('admin_subscriptions.empty_text'),
        }}
      />
    </TablePage>
  )
}

function useSubscriptionFilters(): TableFilter[] {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  return [
    choiceFilter('status', t('admin_plans.status'), SUBSCRIPTION_STATUSES, value =>
      t(`admin_plans.subscription_${value}`),
    ),
    choiceFilter('payment_state', t('admin_subscriptions.payment'), PAYMENT_STATES, value =>
      t(`admin_subscriptions.payment_${value}`),
    ),
    choiceFilter('driver', t('admin_plans.driver'), GATEWAY_NAMES, gatewayName),
  ]
}
