import { formatMoney } from '@coffer/contract/money'
import { gigabytesToBytes, UNLIMITED } from '@coffer/contract/plan-inputs'
import type { Plan } from '@coffer/contract/plans'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import type { AdminCard, AdminColumn } from '../../ui/admin-table/types.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import { CopyList } from './copy-list.tsx'
import classes from './plan-columns.module.css'

type Format = ReturnType<typeof useFormat>

/** The price in the language of the page; metered plans have none. */
const priceOf = ({ attributes }: Plan, locale: string): string | null =>
  attributes.type === 'fixed'
    ? formatMoney({ amount: attributes.amount, currency: attributes.currency }, locale)
    : null

/** The price with its interval, or that the plan is billed by usage. */
export function priceText(plan: Plan, t: TFunction, locale: string): string {
  const price = priceOf(plan, locale)
  const { interval } = plan.attributes
  return price ? t(`admin_plans.per_${interval}`, { price }) : t('admin_plans.by_usage')
}

/** The columns of the list of plans. Narrow screens hide the last ones first. */
export function usePlanColumns(): AdminColumn<Plan>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => [...termColumns(t, format), ...stateColumns(t, format)], [t, format])
}

function termColumns(t: TFunction, format: Format): AdminColumn<Plan>[] {
  return [
    {
      id: 'name',
      label: t('admin_plans.plan'),
      width: 160,
      grow: 3,
      sort: 'asc',
      cell: ({ attributes }) => (
        <TwoLineText
          name={<span className={classes.name}>{attributes.name}</span>}
          note={attributes.description}
        />
      ),
    },
    {
      id: 'amount',
      label: t('admin_plans.price'),
      width: 100,
      align: 'end',
      sort: 'asc',
      cell: plan => <strong>{priceOf(plan, format.locale) ?? t('admin_plans.by_usage')}</strong>,
    },
    {
      id: 'interval',
      label: t('admin_plans.interval'),
      width: 80,
      sort: 'asc',
      cell: ({ attributes }) => t(`admin_plans.interval_${attributes.interval}`),
    },
    {
      id: 'storage',
      label: t('admin_plans.storage'),
      width: 116,
      align: 'end',
      sort: 'desc',
      cell: ({ attributes }) => {
        if (attributes.type === 'metered') return '–'
        const { max_storage_amount: size } = attributes.features
        const bytes = gigabytesToBytes(size)
        return bytes === null ? t('admin_plans.unlimited') : format.bytes(bytes)
      },
    },
    {
      id: 'members',
      label: t('admin_plans.members'),
      width: 88,
      align: 'end',
      sort: 'desc',
      cell: ({ attributes }) => {
        if (attributes.type === 'metered') return '–'
        const { max_team_members: count } = attributes.features
        return count === UNLIMITED ? t('admin_plans.unlimited') : format.number(count)
      },
    },
  ]
}

function stateColumns(t: TFunction, format: Format): AdminColumn<Plan>[] {
  return [
    {
      id: 'subscribers',
      label: t('admin_plans.subscribers'),
      width: 104,
      align: 'end',
      sort: 'desc',
      cell: ({ attributes }) => format.number(attributes.subscribers),
    },
    {
      id: 'status',
      label: t('admin_plans.status'),
      width: 104,
      cell: plan => <PlanStatusMark plan={plan} />,
    },
    {
      id: 'visible',
      label: t('admin_plans.visible'),
      width: 80,
      cell: ({ attributes: { status, visible } }) =>
        status === 'archived'
          ? '–'
          : t(visible ? 'admin_plans.visible_yes' : 'admin_plans.visible_no'),
    },
    {
      id: 'gateways',
      label: t('admin_plans.gateways'),
      // Fits the names of three gateways.
      width: 168,
      cell: plan => <CopyList plan={plan} />,
    },
    {
      id: 'mrr',
      label: t('admin_plans.mrr'),
      width: 104,
      align: 'end',
      cell: ({ meta: { monthly_revenue: revenue } }) =>
        revenue.amount === 0 ? '–' : formatMoney(revenue, format.locale),
    },
    {
      id: 'created_at',
      label: t('admin_plans.created_at'),
      width: 116,
      sort: 'desc',
      isOptional: true,
      cell: ({ attributes }) => format.date(attributes.created_at),
    },
  ]
}

function PlanStatusMark({ plan: { attributes } }: { plan: Plan }) {
  const { t } = useTranslation()
  return attributes.status === 'active' ? (
    <StatusMark shape="dot" tone="good">
      {t('admin_plans.status_active')}
    </StatusMark>
  ) : (
    <StatusMark shape="ring-minus" tone="quiet">
      {t('admin_plans.status_archived')}
    </StatusMark>
  )
}

/** The card of a plan on a phone. */
export function usePlanCard(): (plan: Plan) => AdminCard {
  const { t } = useTranslation()
  const { locale } = useFormat()
  return plan => {
    const { name, subscribers } = plan.attributes
    return {
      title: name,
      note: priceText(plan, t, locale),
      end: <PlanStatusMark plan={plan} />,
      endNote: t('admin_plans.subscribers_sum', { count: subscribers }),
    }
  }
}
