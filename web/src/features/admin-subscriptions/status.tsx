import type { AdminSubscription } from '@coffer/contract/admin-subscriptions'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { Fact } from '../../ui/facts.tsx'
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

/** When the subscription renews, ends or ended; null while it has no such date. */
function nextDateOf({ status, ends_at, renews_at }: SubscriptionDates) {
  if (ends_at) return { kind: status === 'completed' ? 'ended' : 'ends', at: ends_at } as const
  return renews_at ? ({ kind: 'renews', at: renews_at } as const) : null
}

/** The next date alone, below a heading that names its kinds. */
export function NextDay({ attributes }: { attributes: SubscriptionDates }) {
  const format = useFormat()
  const next = nextDateOf(attributes)
  return next ? format.date(next.at) : '–'
}

/** The next date as a text that names its kind. */
export function NextDate({ attributes }: { attributes: SubscriptionDates }) {
  const { t } = useTranslation()
  const format = useFormat()
  const next = nextDateOf(attributes)
  return next ? t(`admin_subscriptions.${next.kind}_on`, { date: format.date(next.at) }) : '–'
}

/** The next date as an entry of a list of facts; its term names the kind. */
export function NextDateFact({ attributes }: { attributes: SubscriptionDates }) {
  const { t } = useTranslation()
  const next = nextDateOf(attributes)
  return (
    <Fact label={t(next ? `admin_subscriptions.${next.kind}` : 'admin_plans.renews')}>
      <NextDay attributes={attributes} />
    </Fact>
  )
}
