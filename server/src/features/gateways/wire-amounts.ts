import { fromWire, toWire } from '@coffer/contract/gateway-currencies'
import type { Money } from '@coffer/contract/money'
import { GatewayError } from './gateway.ts'

type IntegerGateway = 'stripe' | 'paystack'

const unsendable = (error: unknown): GatewayError =>
  new GatewayError('rejected', (error as Error).message, { code: 'amount_not_sendable' })

/** Converts an amount to the integer that a gateway expects. */
export function integerOf(gateway: IntegerGateway, { amount, currency }: Money): number {
  try {
    return toWire(gateway, { amount, currency })
  } catch (error) {
    throw unsendable(error)
  }
}

/** Converts an amount to the decimal text that PayPal expects. */
export function decimalOf({ amount, currency }: Money): string {
  try {
    return toWire('paypal', { amount, currency })
  } catch (error) {
    throw unsendable(error)
  }
}

/** Converts an amount that a gateway sent. */
export function amountFrom(
  gateway: IntegerGateway | 'paypal',
  value: number | string,
  currency: string,
): Money {
  try {
    return fromWire(gateway, value, currency.toUpperCase())
  } catch (error) {
    throw new GatewayError('unknown', (error as Error).message, { code: 'amount_unreadable' })
  }
}
