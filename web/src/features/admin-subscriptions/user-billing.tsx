import type { AdminPayment, AdminSubscription } from '@coffer/contract/admin-subscriptions'
import { formatMoney } from '@coffer/contract/money'
import { isLive } from '@coffer/contract/subscriptions'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useGatewayName } from '../../lib/use-gateway-name.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useCall } from '../../ui/form/use-call.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import type { SubscriptionCalls, UserBilling } from './admin-subscriptions.api.ts'
import classes from './admin-subscriptions.module.css'
import { NextDateFact, PaymentStateMark, SubscriptionStatusMark } from './status.tsx'

const RefundDialog = lazy(async () => ({
  default: (await import('../../ui/form/refund-dialog.tsx')).RefundDialog,
}))
const ReasonDialog = lazy(async () => ({
  default: (await import('../../ui/form/reason-dialog.tsx')).ReasonDialog,
}))

interface PlanCardProps {
  subscription: AdminSubscription | undefined
  canEnd: boolean
  calls: SubscriptionCalls
}

/** The newest subscription of the user, with the actions that its state allows. */
export function PlanCard({ subscription, canEnd, calls }: PlanCardProps) {
  const { t } = useTranslation()
  if (!subscription)
    return (
      <SectionCard
        title={t('admin_subscriptions.none')}
        text={t('admin_subscriptions.none_text')}
      />
    )
  const { name, status } = subscription.attributes
  return (
    <SectionCard title={name} mark={<SubscriptionStatusMark status={status} />}>
      <PlanFacts subscription={subscription} />
      {isLive(subscription.attributes) && (
        <PlanActions subscription={subscription} canEnd={canEnd} calls={calls} />
      )}
    </SectionCard>
  )
}

function PlanFacts({
  subscription: { attributes, relationships },
}: Pick<PlanActionsProps, 'subscription'>) {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  const format = useFormat()
  const { price, payment_state, driver, created_at, external_id, synced_at } = attributes
  const { interval } = relationships.plan.data.attributes
  return (
    <Facts>
      <Fact label={t('admin_plans.price')}>
        {price
          ? t(`admin_plans.per_${interval}`, { price: formatMoney(price, format.locale) })
          : t('admin_plans.by_usage')}
      </Fact>
      <Fact label={t('admin_subscriptions.payment')}>
        <PaymentStateMark state={payment_state} />
      </Fact>
      <Fact label={t('admin_plans.driver')}>{gatewayName(driver)}</Fact>
      <Fact label={t('admin_subscriptions.start')}>{format.date(created_at)}</Fact>
      <NextDateFact attributes={attributes} />
      {external_id && <Fact label={t('admin_subscriptions.external_id')}>{external_id}</Fact>}
      {synced_at && (
        <Fact label={t('admin_subscriptions.synced_at')}>{format.date(synced_at)}</Fact>
      )}
    </Facts>
  )
}

interface PlanActionsProps {
  subscription: AdminSubscription
  canEnd: boolean
  calls: SubscriptionCalls
}

function PlanActions({ subscription: { id, attributes }, canEnd, calls }: PlanActionsProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'cancel' | 'end' | null>(null)
  const { run, busy } = useCall()
  return (
    <div className={classes.actions}>
      <Button variant="default" loading={busy} onClick={() => void run(() => calls.sync(id))}>
        {t('admin_subscriptions.sync')}
      </Button>
      {canEnd && attributes.status === 'active' && (
        <Button variant="default" onClick={() => setAsked('cancel')}>
          {t('admin_subscriptions.cancel')}
        </Button>
      )}
      {canEnd && (
        <Button variant="default" onClick={() => setAsked('end')}>
          {t('admin_subscriptions.end')}
        </Button>
      )}
      <Suspense>
        {asked && (
          <ReasonDialog
            title={t(`admin_subscriptions.${asked}_title`, { plan: attributes.name })}
            text={t(`admin_subscriptions.${asked}_text`)}
            confirm={t(`admin_subscriptions.${asked}`)}
            cancel={t('billing.keep')}
            isDanger={asked === 'end'}
            done={t(`admin_subscriptions.${asked}_done`)}
            call={reason => calls[asked](id, reason)}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

interface BalanceCardProps {
  userId: string
  name: string
  billing: UserBilling
  /** Of a credit for a user who has no balance or debt yet. */
  currency: string | undefined
  calls: SubscriptionCalls
}

/** The balance and debt of the user; administrators add credit where it can pay for something. */
export function BalanceCard({ userId, name, billing, currency, calls }: BalanceCardProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [isAsked, setAsked] = useState(false)
  const { balances, debts } = billing
  const isUseful = config().subscriptionType !== 'none' || debts.length > 0
  const known = balances[0]?.currency ?? debts[0]?.currency ?? currency
  return (
    <SectionCard
      title={t('admin_subscriptions.balance')}
      action={
        isUseful &&
        known && (
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('admin_subscriptions.credit')}
          </Button>
        )
      }
    >
      {balances.length === 0 && (
        <p className={classes.note}>{t('admin_subscriptions.balance_none')}</p>
      )}
      {balances.map(money => (
        <p key={money.currency} className={classes.strong}>
          {formatMoney(money, locale)}
        </p>
      ))}
      {debts.map(money => (
        <p key={money.currency} className={classes.note}>
          {t('admin_subscriptions.debt', { amount: formatMoney(money, locale) })}
        </p>
      ))}
      <Suspense>
        {isAsked && known && (
          <ReasonDialog
            title={t('admin_subscriptions.credit_title', { name })}
            text={t('admin_subscriptions.credit_text')}
            confirm={t('admin_subscriptions.credit')}
            done={t('admin_subscriptions.credit_done')}
            money={{ currency: known }}
            call={(reason, amount, id) =>
              calls.credit(userId, { id, amount, currency: known, reason })
            }
            onClose={() => setAsked(false)}
          />
        )}
      </Suspense>
    </SectionCard>
  )
}

interface PaymentsCardProps {
  payments: readonly AdminPayment[]
  calls: SubscriptionCalls
}

/** The payments of the user, newest first. */
export function PaymentsCard({ payments, calls }: PaymentsCardProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<AdminPayment | null>(null)
  return (
    <SectionCard title={t('admin_subscriptions.payments')}>
      {payments.length === 0 && (
        <p className={classes.note}>{t('admin_subscriptions.payments_none')}</p>
      )}
      {payments.length > 0 && (
        <ul className={classes.list}>
          {payments.map(payment => (
            <PaymentRow key={payment.id} payment={payment} onRefund={() => setAsked(payment)} />
          ))}
        </ul>
      )}
      <Suspense>
        {asked && (
          <RefundDialog
            {...asked.total}
            left={asked.left}
            spent={asked.spent}
            call={(reason, amount, id) => calls.refund(asked.id, { id, amount, reason })}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </SectionCard>
  )
}

interface PaymentRowProps {
  payment: AdminPayment
  onRefund: () => void
}

function PaymentRow({ payment, onRefund }: PaymentRowProps) {
  const { t } = useTranslation()
  const gatewayName = useGatewayName()
  const format = useFormat()
  const { total, refunded, left, spent, state, driver, reason, created_at } = payment
  const amount = formatMoney(total, format.locale)
  const part = (minor: number) => formatMoney({ ...total, amount: minor }, format.locale)
  const facts = [
    t(`admin_subscriptions.state_${state}`),
    format.date(created_at),
    gatewayName(driver),
    refunded > 0 && t('admin_subscriptions.refunded', { amount: part(refunded) }),
    spent > 0 && t('admin_subscriptions.spent', { amount: part(spent) }),
    reason,
  ]
  return (
    <li className={classes.row}>
      <div className={classes.texts}>
        <p className={classes.strong}>{amount}</p>
        <p className={classes.note}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {left > 0 && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('admin_subscriptions.refund_named', { amount })}
          onClick={onRefund}
        >
          {t('admin_subscriptions.refund')}
        </Button>
      )}
    </li>
  )
}
