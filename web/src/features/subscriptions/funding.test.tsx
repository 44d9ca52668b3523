// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { click, setUpRendering, show, stubCalls } from '../../../test/render.tsx'
import { Funding } from './funding.tsx'
import { PayButtons } from './pay-buttons.tsx'

setUpRendering()

test.each([
  ['EUR', ['€10', '€25', '€50']],
  ['JPY', ['¥1,000', '¥2,500', '¥5,000']],
  ['HUF', ['HUF\u00a05,000', 'HUF\u00a010,000', 'HUF\u00a025,000']],
  ['KWD', ['KWD\u00a010', 'KWD\u00a025', 'KWD\u00a050']],
])('suggests amounts in %s that are worth a payment', async (currency, amounts) => {
  await show(<Funding drivers={['stripe']} currency={currency} debt={{ amount: 0, currency }} />)
  const offered = [...document.querySelectorAll('label')].map(label => label.textContent)
  expect(offered.slice(0, 3)).toEqual(amounts)
})

const DRIVERS = ['stripe', 'paypal', 'paystack'] as const
const buttons = () => [...document.querySelectorAll('button')]
/** Presses every button. @returns the amounts that are paid with each gateway */
async function payWithEach() {
  const calls = stubCalls()
  for (const button of buttons()) {
    await click(button)
    await calls.at(-1)?.answer(503, {})
  }
  return calls.map(({ body }) => body)
}

test('gateways that don’t take the currency are not offered', async () => {
  const debt = { amount: 0, currency: 'KWD' }
  await show(<Funding drivers={DRIVERS} currency="KWD" debt={debt} />)
  expect(await payWithEach()).toEqual([{ amount: 25_000, currency: 'KWD', driver: 'stripe' }])
  await show(<Funding drivers={['paystack']} currency="KWD" debt={debt} />)
  expect(document.body.textContent).toContain('billing.fund_none')
  expect(buttons()).toEqual([])
})

test('a debt is rounded up to an amount that each gateway can be sent', async () => {
  const kuwaiti = { amount: 52_345, currency: 'KWD' }
  await show(<Funding drivers={DRIVERS} currency="KWD" debt={kuwaiti} />)
  expect(await payWithEach()).toEqual([{ amount: 52_350, currency: 'KWD', driver: 'stripe' }])
  const forints = { amount: 5_000_050, currency: 'HUF' }
  await show(<Funding drivers={DRIVERS} currency="HUF" debt={forints} />)
  expect(await payWithEach()).toEqual([
    { amount: 5_000_050, currency: 'HUF', driver: 'stripe' },
    { amount: 5_000_100, currency: 'HUF', driver: 'paypal' },
  ])
})

test('a small debt is raised to the smallest amount that each gateway charges', async () => {
  const debt = { amount: 20, currency: 'USD' }
  await show(<PayButtons drivers={DRIVERS} money={debt} textKey="billing.pay_due_with" />)
  expect(await payWithEach()).toEqual([
    { amount: 50, currency: 'USD', driver: 'stripe' },
    { amount: 50, currency: 'USD', driver: 'paypal' },
    { amount: 200, currency: 'USD', driver: 'paystack' },
  ])
})
