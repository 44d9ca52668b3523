import type { Plan } from '@coffer/contract/plans'
import { expect, it } from 'vitest'
import { amountOf, priceValuesOf } from './plan-fields.tsx'

it.each(['en', 'es'])('reads the price of a plan as it is shown in %s', locale => {
  const plan = { attributes: { type: 'fixed', amount: 1230, currency: 'KWD', interval: 'month' } }
  expect(amountOf(priceValuesOf(plan as Plan, locale), locale)).toBe(1230)
})
