import type { AccountDeletionSummary } from '@coffer/contract/account-deletion'
import { formatMoney, type Money } from '@coffer/contract/money'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/use-format.ts'

type Billing = Pick<AccountDeletionSummary, 'subscription' | 'balances' | 'debts'>

/** Returns what the deletion of an account does to its subscription, balances and debts, a line each. */
export function useBillingLines({ subscription, balances, debts }: Billing): string[] {
  const { t } = useTranslation()
  const { locale, day } = useFormat()
  const amountOf = (money: Money) => ({ amount: formatMoney(money, locale) })
  const lines = [
    ...balances.map(money => t('account_deletion.balance', amountOf(money))),
    ...debts.map(money => t('account_deletion.debt', amountOf(money))),
  ]
  if (!subscription) return lines
  const { name: plan, plan_type, is_paid, period_ends_at } = subscription
  const type = plan_type === 'metered' ? plan_type : is_paid ? 'paid' : 'free'
  return [t(`account_deletion.${type}_plan`, { plan, date: day(period_ends_at) }), ...lines]
}
