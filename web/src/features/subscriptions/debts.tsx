import { formatMoney } from '@coffer/contract/money'
import type { BillingOverview } from '@coffer/contract/subscriptions'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { PayButtons } from './pay-buttons.tsx'
import classes from './subscriptions.module.css'

interface DebtsProps {
  billing: BillingOverview
  /** A currency whose debt is shown and paid in another part of the page. */
  except?: string
}

/** The debts of the user in each currency, with the gateways that it is paid with. */
export function Debts({ billing: { debts, drivers }, except }: DebtsProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const shown = debts.filter(({ currency }) => currency !== except)
  return shown.map(debt => (
    <SectionCard
      key={debt.currency}
      title={t('usage.debt', { amount: formatMoney(debt, locale) })}
      text={t('billing.debt_text')}
    >
      <div className={classes.payButtons}>
        <PayButtons drivers={drivers} money={debt} textKey="billing.pay_due_with" />
      </div>
    </SectionCard>
  ))
}
