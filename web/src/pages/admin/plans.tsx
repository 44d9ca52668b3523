import { formatMoney } from '@coffer/contract/money'
import { INTERVALS, PLAN_STATUSES, PLAN_TYPES } from '@coffer/contract/plan-inputs'
import { exportPlans, type Plan } from '@coffer/contract/plans'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Archive, Boxes, Eye, EyeOff, Pencil, Plus, RefreshCw, Trash2, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePlanCard, usePlanColumns } from '../../features/plans/plan-columns.tsx'
import { PlanNotices } from '../../features/plans/plan-notices.tsx'
import { plansQuery, usePlanCalls } from '../../features/plans/plans.api.ts'
import { config } from '../../lib/config.ts'
import { useFormat } from '../../lib/use-format.ts'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { choiceFilter } from '../../ui/admin-table/choice-filter.ts'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { HeadAction, TableFilter } from '../../ui/admin-table/types.ts'
import { useTableState } from '../../ui/admin-table/use-table-state.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'

const FILTERS = {
  type: PLAN_TYPES,
  status: PLAN_STATUSES,
  interval: INTERVALS,
  visible: ['yes', 'no'],
} as const
const ORDER = { sort: 'name', direction: 'asc' } as const
const CREATE = {
  fixed: { to: '/admin/plan/create/fixed' },
  metered: { to: '/admin/plan/create/metered' },
} as const

const subscribersOf = ({ id, attributes }: Plan) =>
  ({
    to: `/admin/plan/$id/${attributes.type}/subscribers`,
    params: { id },
    search: {},
  }) as const

/** The page /admin/plans. */
export function PlansPage() {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const state = useTableState(FILTERS, ORDER)
  const query = useQuery(plansQuery(state.request))
  const meta = query.data?.meta
  const revenue = meta?.monthly_revenue.filter(({ amount }) => amount > 0) ?? []
  const sums = [
    ...(meta ? [t('admin_plans.subscribers_sum', { count: meta.subscribers })] : []),
    ...revenue.map(money => t('admin_plans.per_month', { price: formatMoney(money, locale) })),
  ]
  const create = CREATE[config().subscriptionType === 'metered' ? 'metered' : 'fixed']
  return (
    <TablePage
      title={t('admin.plans')}
      count={meta?.all}
      state={state}
      searchLabel={t('admin_plans.search')}
      csv={exportPlans}
      actions={useHeadActions(meta?.has_metered ?? true)}
    >
      <PlanNotices plans={query.data?.data ?? []} />
      <AdminTable<Plan>
        name="plans"
        label={t('admin.plans')}
        state={state}
        query={query}
        columns={usePlanColumns()}
        filters={usePlanFilters()}
        rowId={({ id }) => id}
        rowName={({ attributes }) => attributes.name}
        rowLink={subscribersOf}
        rowMenu={usePlanMenu()}
        card={usePlanCard()}
        nothingFound={t('admin_plans.nothing')}
        found={t('admin_plans.found', { count: meta?.paginate.total ?? 0 })}
        sum={sums.join(' · ')}
        empty={{
          icon: Boxes,
          title: t('admin_plans.empty'),
          text: t('admin_plans.empty_text'),
          action: (
            <Button renderRoot={props => <Link {...props} {...create} />}>
              {t('admin_plans.create')}
            </Button>
          ),
        }}
      />
    </TablePage>
  )
}

/** There can be only one metered plan, so it can be created once. */
function useHeadActions(hasMetered: boolean): HeadAction[] {
  const { t } = useTranslation()
  const { synchronize } = usePlanCalls()
  const isMetered = config().subscriptionType === 'metered'
  const fixed = {
    label: t('admin_plans.create_fixed'),
    icon: Plus,
    link: CREATE.fixed,
    isPrimary: !isMetered,
  }
  const metered = {
    label: t('admin_plans.create_metered'),
    icon: Plus,
    link: CREATE.metered,
    isPrimary: isMetered,
  }
  const creating = hasMetered ? [fixed] : isMetered ? [fixed, metered] : [metered, fixed]
  return [
    { label: t('admin_plans.synchronize'), icon: RefreshCw, run: () => void synchronize() },
    ...creating,
  ]
}

function usePlanFilters(): TableFilter[] {
  const { t } = useTranslation()
  return [
    choiceFilter('type', t('admin_plans.type'), PLAN_TYPES, value =>
      t(`admin_plans.type_${value}`),
    ),
    choiceFilter('status', t('admin_plans.status'), PLAN_STATUSES, value =>
      t(`admin_plans.status_${value}`),
    ),
    choiceFilter('interval', t('admin_plans.interval'), INTERVALS, value =>
      t(`admin_plans.interval_${value}`),
    ),
    choiceFilter('visible', t('admin_plans.visible'), ['yes', 'no'], value =>
      t(`admin_plans.visible_${value}`),
    ),
  ]
}

function usePlanMenu(): (plan: Plan) => MenuAction[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { setVisible, archive } = usePlanCalls()
  return plan => {
    const { id, attributes } = plan
    const { visible } = attributes
    const whileActive: MenuAction[] = [
      {
        label: t(visible ? 'admin_plans.hide' : 'admin_plans.show'),
        icon: visible ? EyeOff : Eye,
        run: () => void setVisible(plan, !visible),
      },
      { label: t('admin_plans.archive'), icon: Archive, run: () => void archive(plan) },
    ]
    return [
      {
        label: t('admin_plans.open_subscribers'),
        icon: Users,
        run: () => void navigate(subscribersOf(plan)),
      },
      {
        label: t('admin_plans.open_settings'),
        icon: Pencil,
        run: () => void navigate({ to: '/admin/plan/$id/settings', params: { id } }),
      },
      ...(attributes.status === 'active' ? whileActive : []),
      {
        label: t('admin_plans.delete'),
        icon: Trash2,
        run: () => void navigate({ to: '/admin/plan/$id/delete', params: { id } }),
        danger: true,
        parted: true,
      },
    ]
  }
}
