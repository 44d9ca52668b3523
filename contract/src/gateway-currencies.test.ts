import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  fromWire,
  GATEWAY_CURRENCIES,
  roundUpForWire,
  takesCurrency,
  toWire,
  wireProblem,
} from './gateway-currencies.ts'
import { GATEWAY_NAMES } from './gateways.ts'

it('case 27: writes JPY 500, KWD 1.230, HUF 1000 and ISK 500 as each gateway expects them', () => {
  const money = {
    jpy: { amount: 500, currency: 'JPY' },
    kwd: { amount: 1230, currency: 'KWD' },
    huf: { amount: 100_000, currency: 'HUF' },
    isk: { amount: 500, currency: 'ISK' },
    usd: { amount: 1250, currency: 'USD' },
  }
  expect(toWire('stripe', money.jpy)).toBe(500)
  expect(toWire('stripe', money.kwd)).toBe(1230)
  expect(toWire('stripe', money.huf)).toBe(100_000)
  expect(toWire('stripe', money.isk)).toBe(50_000)
  expect(toWire('paypal', money.jpy)).toBe('500')
  expect(toWire('paypal', money.huf)).toBe('1000')
  expect(toWire('paypal', money.usd)).toBe('12.50')
  expect(toWire('paystack', { amount: 1250, currency: 'NGN' })).toBe(1250)
  expect(toWire('system', money.kwd)).toBe(1230)
})

it('case 27: says which amounts and currencies a gateway cannot be sent', () => {
  expect(wireProblem('paystack', { amount: 100, currency: 'EUR' })).toBe('currency_not_taken')
  expect(wireProblem('paypal', { amount: 1230, currency: 'KWD' })).toBe('currency_not_taken')
  expect(wireProblem('paypal', { amount: 100_050, currency: 'HUF' })).toBe('too_precise')
  expect(wireProblem('stripe', { amount: 1234, currency: 'KWD' })).toBe('too_precise')
  expect(wireProblem('stripe', { amount: 550, currency: 'MGA' })).toBe('too_precise')
  expect(() => toWire('paypal', { amount: 100_050, currency: 'HUF' })).toThrow('too_precise')
  expect(roundUpForWire('stripe', { amount: 1235, currency: 'KWD' }).amount).toBe(1240)
  expect(roundUpForWire('stripe', { amount: 1231, currency: 'KWD' }).amount).toBe(1240)
  expect(roundUpForWire('stripe', { amount: 1240, currency: 'KWD' }).amount).toBe(1240)
  expect(roundUpForWire('paypal', { amount: 100_010, currency: 'HUF' }).amount).toBe(100_100)
})

it('case 13: reads an amount sent as text like the number', () => {
  expect(fromWire('paystack', '10000', 'NGN')).toEqual(fromWire('paystack', 10_000, 'NGN'))
  for (const wrong of ['', '1.5', 'NaN', '1e3', '99999999999999999'])
    expect(() => fromWire('paystack', wrong, 'NGN')).toThrow(RangeError)
  expect(() => fromWire('stripe', 50_050, 'ISK')).toThrow(RangeError)
  expect(fromWire('paypal', '12.5', 'USD').amount).toBe(1250)
  expect(fromWire('paypal', '1000', 'HUF').amount).toBe(100_000)
})

it('reads every amount that it writes', () => {
  for (const gateway of GATEWAY_NAMES)
    fc.assert(
      fc.property(
        fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
        fc.constantFrom(...GATEWAY_CURRENCIES[gateway]),
        (amount, currency) => {
          const money = roundUpForWire(gateway, { amount, currency })
          expect(wireProblem(gateway, money)).toBeUndefined()
          const sent = toWire(gateway, money)
          expect(typeof sent === 'string' || Number.isSafeInteger(sent)).toBe(true)
          expect(fromWire(gateway, sent, currency)).toEqual(money)
        },
      ),
      { seed: 1, numRuns: 300 },
    )
})

it('knows the currencies of each gateway', () => {
  expect(GATEWAY_CURRENCIES.paystack).toEqual(['USD', 'NGN', 'GHS', 'ZAR', 'KES'])
  expect(GATEWAY_CURRENCIES.paypal).toHaveLength(24)
  expect(takesCurrency('stripe', 'CZK')).toBe(true)
  expect(takesCurrency('paypal', 'NGN')).toBe(false)
})
