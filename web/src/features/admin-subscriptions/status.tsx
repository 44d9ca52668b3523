import type { AdminSubscription } from '@coffer/contract/admin-subscriptions'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { StatusMark, type StatusStyle } from '../../ui/status-mark.tsx'

type Attributes = AdminSubscription['attributes']

const STATUSES: Record<Attributes['status'], StatusStyle> = {
  inactive: { shape: 'dashed', tone: 'info' },
  active: { shape: 'dot', tone: 'good' },
  cancelled: { shape: 'half', tone: 'warn' },
  completed: { shape: 'ring-tick', tone: 'quiet' },
}

const PAYMENTS: Record<Attributes['payment_state'], StatusStyle> = {
  ok: { shape: 'tick', tone: 'good' },
  past_due: { shape: 'exclamation', tone: 'danger' },
  action_required: { shape: 'exclamation', tone: 'warn' },
}

export function SubscriptionStatusMark({ status }: Pick<Attributes, 'status'>) {
  const { t } = useTranslation()
  return <StatusMark {...STATUSES[status]}>{t(`admin_plans.subscription_${status}`)}</StatusMark>
}

export function PaymentStateMark({ state }: { state: Attributes['payment_state'] }) {
  const { t } = useTranslation()
  return <StatusMark {...PAYMENTS[state]}>{t(`admin_subscriptions.payment_${state}`)}</StatusMark>
}

type SubscriptionDates = Pick<Attributes, 'status' | 'ends_at' | 'renews_at'>

/** When the subscription renews, ends or ended. */
export function NextDate({ attributes }: { attributes: SubscriptionDates }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { status, ends_at, renews_at } = attributes
  if (ends_at) {
    const date = format.date(ends_at)
    return status === 'completed'
      ? t('admin_subscriptions.ended_on', { date })
      : t('admin_plans.ends_on', { date })
  }
  return renews_at ? t('admin_plans.renews_on', { date: format.date(renews_at) }) : '–'
}
