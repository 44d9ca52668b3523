import { tenOf } from '@coffer/contract/currencies'
import { smallestCharge } from '@coffer/contract/gateway-currencies'
import { formatShortMoney, type Money, parseMoney } from '@coffer/contract/money'
import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { PayButtons, payableWith } from './pay-buttons.tsx'
import type { Driver } from './subscriptions.api.ts'
import classes from './subscriptions.module.css'

/** 10, 25, 50, 100 and so on, in minor units. */
const ROUND_AMOUNTS = [1, 2, 3, 4, 5, 6, 7].flatMap(zeros =>
  [1, 2.5, 5].map(digits => digits * 10 ** zeros),
)
const OTHER = 'other'

/** Suggests three amounts, from 10 units of the currency and 20 times the smallest payment. */
function suggestAmounts(currency: string, drivers: readonly Driver[]): number[] {
  const smallest = Math.max(...drivers.map(driver => smallestCharge(driver, currency)))
  const least = Math.max(tenOf(currency), 20 * smallest)
  const first = ROUND_AMOUNTS.findIndex(amount => amount >= least)
  return ROUND_AMOUNTS.slice(first, first + 3)
}

interface FundingProps {
  drivers: readonly Driver[]
  currency: string
  /** The smallest amount that is paid. */
  debt: Money
}

/** Adds money to the balance on a page of a gateway. */
export function Funding({ drivers, currency, debt }: FundingProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const payable = payableWith(drivers, currency)
  const amounts = suggestAmounts(currency, payable)
  const [choice, setChoice] = useState(String(amounts[1]))
  const [typed, setTyped] = useState('')
  const chosen =
    choice === OTHER ? (parseMoney(typed, currency, locale)?.amount ?? 0) : Number(choice)
  const isValid = chosen > 0
  const amount = isValid ? Math.max(chosen, debt.amount) : 0
  const buttons = (
    <PayButtons drivers={drivers} money={{ amount, currency }} textKey="billing.fund_with" />
  )
  if (payable.length === 0) return buttons
  return (
    <section className={classes.side} aria-label={t('billing.fund')}>
      <SegmentedControl
        fullWidth
        className={classes.amounts}
        aria-label={t('billing.fund')}
        value={choice}
        onChange={setChoice}
        data={[
          ...amounts.map(amount => ({
            value: String(amount),
            label: formatShortMoney({ amount, currency }, locale),
          })),
          { value: OTHER, label: t('billing.fund_other') },
        ]}
      />
      {choice === OTHER && (
        <TextInput
          label={t('billing.fund_amount', { currency })}
          inputMode="decimal"
          value={typed}
          error={typed !== '' && !isValid ? t('validation.number') : undefined}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      )}
      {buttons}
    </section>
  )
}
