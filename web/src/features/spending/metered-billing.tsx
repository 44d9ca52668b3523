import { tenOf } from '@coffer/contract/currencies'
import { formatMoney, type Money } from '@coffer/contract/money'
import type { UsageOverview } from '@coffer/contract/spending'
import { BellRing, OctagonPause } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SideLayout } from '../../ui/side-layout.tsx'
import { Tag } from '../../ui/tag.tsx'
import { LimitForm } from './limit-form.tsx'
import classes from './metered-billing.module.css'
import { useLimitCalls } from './spending.api.ts'
import { UsageCard } from './usage-card.tsx'
import { UsageTable } from './usage-table.tsx'

interface MeteredBillingProps {
  usage: UsageOverview
  /** The form that adds funds. */
  funding: ReactNode
  /** The card that pays the rest if the balance is short. */
  card: ReactNode
  /** Below the usage: transactions and invoices. */
  children: ReactNode
}

/** Usage of the period, with balance, alert and cap beside it. */
export function MeteredBilling({ usage, funding, card, children }: MeteredBillingProps) {
  const { t } = useTranslation()
  const { setAlert, setCap } = useLimitCalls(usage)
  const { alert, cap, currency, forecast } = usage
  return (
    <SideLayout
      side={
        <aside aria-label={t('usage.balance')}>
          <Balance usage={usage} />
          {funding}
          <LimitForm
            icon={BellRing}
            kind="alert"
            limit={alert}
            currency={currency}
            suggestion={roundUp(forecast)}
            save={setAlert}
          />
          <LimitForm
            icon={OctagonPause}
            kind="cap"
            limit={cap}
            currency={currency}
            suggestion={roundUp({ currency, amount: forecast.amount * 2 })}
            save={setCap}
          />
          {card}
        </aside>
      }
      below={children}
    >
      <UsageCard usage={usage} />
      <UsageTable usage={usage} />
    </SideLayout>
  )
}

/** Returns minor units, rounded to whole tens of the currency's major unit, at least ten. */
function roundUp({ amount, currency }: Money): number {
  const ten = tenOf(currency)
  return Math.max(1, Math.ceil(amount / ten)) * ten
}

function Balance({ usage: { balance, forecast, debt } }: { usage: UsageOverview }) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const covers = balance.amount >= forecast.amount
  return (
    <section className={classes.balance}>
      <h2 className={classes.title}>
        {t('usage.balance')}
        <Tag quiet={!covers}>{t(covers ? 'usage.balance_enough' : 'usage.balance_short')}</Tag>
      </h2>
      <p className={classes.amount}>{formatMoney(balance, locale)}</p>
      {debt.amount > 0 && (
        <p className={classes.debt}>{t('usage.debt', { amount: formatMoney(debt, locale) })}</p>
      )}
    </section>
  )
}
