import { type PlanSubscriber, SUBSCRIBER_STATUSES } from '@coffer/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { User, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  subscriberCard,
  useSubscriberColumns,
} from '../../features/admin-subscriptions/columns.tsx'
import { DeletePlan } from '../../features/plans/delete-plan.tsx'
import classes from '../../features/plans/plan-frame.module.css'
import { PlanFrame } from '../../features/plans/plan-frame.tsx'
import { PlanSettings } from '../../features/plans/plan-settings.tsx'
import { subscribersQuery } from '../../features/plans/plans.api.ts'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { choiceFilter } from '../../ui/admin-table/choice-filter.ts'
import { useFoundText } from '../../ui/admin-table/found-text.ts'
import { TableSearchField } from '../../ui/admin-table/table-search-field.tsx'
import { type TableState, useTableState } from '../../ui/admin-table/use-table-state.ts'
import { useNarrowScreen } from '../../ui/screen.ts'

const FILTERS = { status: SUBSCRIBER_STATUSES } as const
const ORDER = { sort: 'created_at', direction: 'desc' } as const

const usePlanId = (): string => useParams({ strict: false }).id ?? ''

/** The pages /admin/plan/:id/fixed/subscribers and /admin/plan/:id/metered/subscribers. */
export function PlanSubscribersPage() {
  const { t } = useTranslation()
  const id = usePlanId()
  const state = useTableState(FILTERS, ORDER)
  const isNarrow = useNarrowScreen()
  const search = (
    <TableSearchField state={state} label={t('admin_plans.find_subscriber')} isNarrow={isNarrow} />
  )
  return (
    <PlanFrame id={id} tab="subscribers" actions={search}>
      {() => <Subscribers id={id} state={state} />}
    </PlanFrame>
  )
}

function Subscribers({ id, state }: { id: string; state: TableState }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useQuery(subscribersQuery(id, state.request))
  const userOf = (row: PlanSubscriber) =>
    ({
      to: '/admin/user/$id/subscription',
      params: { id: row.relationships.user.data.id },
    }) as const
  return (
    <AdminTable<PlanSubscriber>
      name="plan-subscribers"
      label={t('admin_plans.subscribers')}
      state={state}
      query={query}
      columns={useSubscriberColumns()}
      filters={[
        choiceFilter('status', t('admin_plans.status'), SUBSCRIBER_STATUSES, value =>
          t(`admin_plans.subscription_${value}`),
        ),
      ]}
      rowId={row => row.id}
      rowName={row => row.relationships.user.data.attributes.name}
      rowLink={userOf}
      rowMenu={row => [
        { label: t('admin_plans.open_user'), icon: User, run: () => void navigate(userOf(row)) },
      ]}
      card={subscriberCard}
      hasAvatars
      found={useFoundText('admin_plans.subscribers_sum', query.data?.meta)}
      empty={{
        icon: Users,
        title: t('admin_plans.no_subscribers'),
        text: t('admin_plans.no_subscribers_text'),
      }}
    />
  )
}

/** The page /admin/plan/:id/settings. */
export function PlanSettingsPage() {
  return (
    <PlanFrame id={usePlanId()} tab="settings">
      {plan => (
        <div className={classes.content}>
          {/* A plan with a new price is another one. */}
          <PlanSettings key={plan.id} plan={plan} />
        </div>
      )}
    </PlanFrame>
  )
}

/** The page /admin/plan/:id/delete. */
export function DeletePlanPage() {
  return (
    <PlanFrame id={usePlanId()} tab="delete">
      {plan => (
        <div className={classes.content}>
          <DeletePlan plan={plan} />
        </div>
      )}
    </PlanFrame>
  )
}
