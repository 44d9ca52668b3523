import { roundUpForWire, smallestCharge, takesCurrency } from '@coffer/contract/gateway-currencies'
import { GATEWAY_TITLES } from '@coffer/contract/gateways'
import { formatMoney, type Money } from '@coffer/contract/money'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { type Driver, fund } from './subscriptions.api.ts'
import classes from './subscriptions.module.css'

/** The gateways on whose page an amount in the currency is paid. */
export const payableWith = (drivers: readonly Driver[], currency: string) =>
  drivers.filter(driver => driver !== 'system').filter(driver => takesCurrency(driver, currency))

/** Raises an amount to one that the gateway charges and can be sent; the excess stays on the balance. */
const payableAmount = (driver: Driver, { amount, currency }: Money): Money =>
  roundUpForWire(driver, { amount: Math.max(amount, smallestCharge(driver, currency)), currency })

interface PayButtonsProps {
  drivers: readonly Driver[]
  money: Money
  /** Names the amount and the gateway. */
  textKey: 'billing.fund_with' | 'billing.pay_due_with'
}

/** Pays an amount into the balance, from which debts are paid, with a button for each gateway. */
export function PayButtons({ drivers, money, textKey }: PayButtonsProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [leavingFor, setLeavingFor] = useState<Driver>()
  async function leave(driver: Driver) {
    setLeavingFor(driver)
    await fund(payableAmount(driver, money), driver)
    setLeavingFor(undefined)
  }
  const payable = payableWith(drivers, money.currency)
  if (payable.length === 0) return <p className={classes.quiet}>{t('billing.fund_none')}</p>
  return payable.map((driver, index) => (
    <Button
      key={driver}
      variant={index === 0 ? 'filled' : 'default'}
      disabled={money.amount === 0 || leavingFor !== undefined}
      loading={leavingFor === driver}
      onClick={() => void leave(driver)}
    >
      {money.amount > 0
        ? t(textKey, {
            amount: formatMoney(payableAmount(driver, money), locale),
            name: GATEWAY_TITLES[driver],
          })
        : t('billing.pay_with', { name: GATEWAY_TITLES[driver] })}
    </Button>
  ))
}
