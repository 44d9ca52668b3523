import { GATEWAY_TITLES } from '@coffer/contract/gateways'
import { formatMoney, type Money, parseMoney } from '@coffer/contract/money'
import type { BillingOverview } from '@coffer/contract/subscriptions'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { type Driver, fund } from './subscriptions.api.ts'
import classes from './subscriptions.module.css'

/** In the currency's major unit. */
const AMOUNTS = ['10', '25', '50']
const OTHER = 'other'

interface FundingProps {
  drivers: BillingOverview['drivers']
  currency: string
  /** The smallest amount that is paid. */
  debt: Money
}

/** Adds money to the balance on a page of a gateway. */
export function Funding({ drivers, currency, debt }: FundingProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [choice, setChoice] = useState('25')
  const [typed, setTyped] = useState('')
  const [leavingFor, setLeavingFor] = useState<Driver>()
  const chosen = parseMoney(choice === OTHER ? typed : choice, currency, locale)
  const amount = Math.max(chosen?.amount ?? 0, debt.amount)
  const money = { amount, currency }
  const isValid = chosen !== undefined && chosen.amount > 0
  async function leave(driver: Driver) {
    setLeavingFor(driver)
    await fund(money, driver)
    setLeavingFor(undefined)
  }
  const payable = drivers.filter(driver => driver !== 'system')
  if (payable.length === 0) return <p className={classes.quiet}>{t('billing.fund_none')}</p>
  return (
    <section className={classes.side} aria-label={t('billing.fund')}>
      <SegmentedControl
        fullWidth
        aria-label={t('billing.fund')}
        value={choice}
        onChange={setChoice}
        data={[
          ...AMOUNTS.map(value => ({
            value,
            label: formatMoney(parseMoney(value, currency, 'en') ?? money, locale),
          })),
          { value: OTHER, label: t('billing.fund_other') },
        ]}
      />
      {choice === OTHER && (
        <TextInput
          label={t('billing.fund_amount', { currency })}
          inputMode="decimal"
          value={typed}
          error={typed !== '' && !isValid}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      )}
      {payable.map((driver, index) => (
        <Button
          key={driver}
          fullWidth
          variant={index === 0 ? 'filled' : 'default'}
          disabled={!isValid || leavingFor !== undefined}
          loading={leavingFor === driver}
          onClick={() => void leave(driver)}
        >
          {t('billing.fund_with', {
            amount: formatMoney(money, locale),
            name: GATEWAY_TITLES[driver],
          })}
        </Button>
      ))}
    </section>
  )
}
