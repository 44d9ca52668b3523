import { gatewayName } from '@coffer/contract/gateways'
import { formatMoney } from '@coffer/contract/money'
import { type BillingOverview, isLive } from '@coffer/contract/subscriptions'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useCall } from '../../ui/form/use-call.ts'
import { CardList } from './cards.tsx'
import { openCardPage, type Subscription } from './subscriptions.api.ts'
import classes from './subscriptions.module.css'

/** Beside the plan: the next payment, how it is paid, and the balance. */
export function PaymentSide({ billing }: { billing: BillingOverview }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { subscription, balances } = billing
  const live = subscription && isLive(subscription.attributes) ? subscription : undefined
  if (!live && balances.length === 0) return null
  return (
    <aside aria-label={t('billing.payment')}>
      {live && <NextPayment subscription={live} />}
      {live && <Methods billing={billing} subscription={live} />}
      {balances.length > 0 && (
        <section className={classes.side} aria-labelledby="balance-title">
          <h2 id="balance-title" className={classes.sideTitle}>
            {t('usage.balance')}
          </h2>
          {balances.map(money => (
            <p key={money.currency} className={classes.sideAmount}>
              {formatMoney(money, locale)}
            </p>
          ))}
        </section>
      )}
    </aside>
  )
}

function NextPayment({ subscription: { attributes } }: { subscription: Subscription }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { price, renews_at } = attributes
  if (!price || !renews_at) return null
  return (
    <section className={classes.side} aria-labelledby="next-payment-title">
      <h2 id="next-payment-title" className={classes.sideTitle}>
        {t('billing.next_payment')}
      </h2>
      <p>
        <span className={classes.sideAmount}>{formatMoney(price, format.locale)}</span>{' '}
        <span className={classes.quiet}>
          {t('billing.on_date', { date: format.day(renews_at) })}
        </span>
      </p>
    </section>
  )
}

interface MethodsProps {
  billing: BillingOverview
  subscription: Subscription
}

function Methods({ billing: { methods }, subscription }: MethodsProps) {
  const { t } = useTranslation()
  const { run, busy } = useCall()
  const { driver } = subscription.attributes
  const cards = methods.filter(method => method.kind === 'card' && method.driver === driver)
  return (
    <section className={classes.side} aria-labelledby="method-title">
      <h2 id="method-title" className={classes.sideTitle}>
        {t('billing.method')}
      </h2>
      <CardList cards={cards} />
      <p className={classes.quiet}>
        {t('billing.paid_with', { name: gatewayName(driver, config().appName) })}
      </p>
      {driver === 'stripe' && (
        <Button
          variant="default"
          loading={busy}
          onClick={() => void run(() => openCardPage(subscription))}
        >
          {t('billing.manage_card')}
        </Button>
      )}
    </section>
  )
}
