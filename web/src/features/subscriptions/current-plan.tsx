import { formatMoney } from '@coffer/contract/money'
import type { BillingOverview, PendingChange } from '@coffer/contract/subscriptions'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Notice } from './notice.tsx'
import { cancelPlan, resumePlan, type Subscription } from './subscriptions.api.ts'
import classes from './subscriptions.module.css'

interface CurrentPlanProps {
  billing: BillingOverview
  onChange: () => void
}

/** The plan of the user, its use, and problems with its payment. */
export function CurrentPlan({ billing, onChange }: CurrentPlanProps) {
  const { t } = useTranslation()
  const { subscription } = billing
  const facts = useFacts(subscription)
  if (!subscription)
    return (
      <SectionCard title={t('billing.no_plan')} text={t('billing.no_plan_text')}>
        <Usage usage={billing.usage} />
      </SectionCard>
    )
  const { name, status } = subscription.attributes
  return (
    <SectionCard
      title={name}
      mark={<Tag quiet={status !== 'active'}>{t(`billing.status.${status}`)}</Tag>}
      text={facts}
      action={<Actions subscription={subscription} onChange={onChange} />}
    >
      <Problem billing={billing} subscription={subscription} />
      {billing.pending_change && <Pending change={billing.pending_change} />}
      <Usage usage={billing.usage} />
    </SectionCard>
  )
}

/** The price of the plan, and when it renews, ends or ended. */
function useFacts(subscription: Subscription | null): string {
  const { t } = useTranslation()
  const format = useFormat()
  if (!subscription) return ''
  const { price, status, renews_at, ends_at } = subscription.attributes
  const { interval } = subscription.relationships.plan.data.attributes
  const date = status === 'active' ? renews_at : ends_at
  const parts = [
    price && t(`billing.per_${interval}`, { price: formatMoney(price, format.locale) }),
    date && status !== 'inactive' && t(DATE_TEXTS[status], { date: format.day(date) }),
  ]
  return parts.filter(Boolean).join(' · ')
}

const DATE_TEXTS = {
  active: 'billing.renews',
  cancelled: 'billing.ends',
  completed: 'billing.ended',
} as const

function Pending({ change: { plan, action_url: url } }: { change: PendingChange }) {
  const { t } = useTranslation()
  return (
    <Notice kind="waiting" role="status">
      {t('billing.change_pending', { plan })}{' '}
      {url && <a href={url}>{t('billing.confirm_payment')}</a>}
    </Notice>
  )
}

interface ProblemProps {
  billing: BillingOverview
  subscription: Subscription
}

function Problem({ billing: { debts }, subscription: { attributes } }: ProblemProps) {
  const { t } = useTranslation()
  const { payment_state: state, status, action_url: url } = attributes
  if (state === 'ok' || status === 'completed') return null
  return (
    <Notice kind="warn" role="alert">
      {t(state === 'past_due' && debts.length > 0 ? 'billing.past_due_here' : `billing.${state}`)}{' '}
      {url && <a href={url}>{t('billing.confirm_payment')}</a>}
    </Notice>
  )
}

interface ActionsProps {
  subscription: Subscription
  onChange: () => void
}

function Actions({ subscription, onChange }: ActionsProps) {
  const { t } = useTranslation()
  const { status } = subscription.attributes
  const run = (work: Promise<void>) => void work.then(onChange)
  return (
    <>
      {status === 'active' && (
        <Button variant="default" onClick={() => run(cancelPlan(subscription))}>
          {t('billing.cancel')}
        </Button>
      )}
      {status === 'cancelled' && (
        <Button onClick={() => run(resumePlan())}>{t('billing.resume')}</Button>
      )}
    </>
  )
}

function Usage({ usage }: { usage: BillingOverview['usage'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { used_bytes, capacity_bytes, members, max_members } = usage
  return (
    <div className={classes.usage}>
      <Meter
        label={t('billing.storage')}
        used={used_bytes}
        limit={capacity_bytes}
        textOf={format.bytes}
      />
      <Meter
        label={t('billing.members')}
        used={members}
        limit={max_members}
        textOf={format.number}
      />
    </div>
  )
}

interface MeterProps {
  label: string
  used: number
  /** Null without a limit. */
  limit: number | null
  textOf: (value: number) => string
}

function Meter({ label, used, limit, textOf }: MeterProps) {
  const { t } = useTranslation()
  const limitText = limit === null ? t('billing.unlimited') : textOf(limit)
  return (
    <div className={classes.meter}>
      <p className={classes.meterLabel}>
        <span>{label}</span>
        <strong>{t('billing.of', { used: textOf(used), limit: limitText })}</strong>
      </p>
      {limit !== null && (
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${limit > 0 ? Math.min(100, (used / limit) * 100) : 0}%` }} />
        </span>
      )}
    </div>
  )
}
