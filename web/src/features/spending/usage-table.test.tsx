// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { click, find, setUpRendering, show } from '../../../test/render.tsx'
import { UsageTable } from './usage-table.tsx'

setUpRendering()

test('shows small quantities with their decimals', async () => {
  const zero = { amount: 0, currency: 'EUR' }
  const quantity = '0.000123'
  const tier = { from: 0, up_to: null, quantity, unit_amount: '1', flat_amount: 0, amount: 0 }
  const line = { meter: 'storage', aggregate: 'maximum', quantity, amount: 0, tiers: [tier] }
  const usage = {
    currency: 'EUR',
    lines: [line],
    forecast_lines: [],
    tax: zero,
    forecast_tax: zero,
    estimate: zero,
    forecast: zero,
  }
  await show(<UsageTable usage={usage as never} />)
  await click(find('button'))
  const shown = [...document.querySelectorAll('td')].map(({ textContent }) => textContent)
  expect(shown.filter(text => text.includes('0.000123'))).toHaveLength(2)
})
