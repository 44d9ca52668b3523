// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { find, setUpRendering, show, useLanguage } from '../../../test/render.tsx'
import { timeZone } from '../../lib/time-zone.ts'
import { UsageCard } from './usage-card.tsx'

setUpRendering()
afterEach(() => timeZone.set(''))

const zero = { amount: 0, currency: 'EUR' }
const usage = {
  plan: 'Metered',
  currency: 'EUR',
  estimate: zero,
  forecast: zero,
  days: [{ day: '2026-11-29', is_forecast: false, amounts: {} }],
  alert: null,
  cap: null,
}

test.each(['America/New_York', 'UTC', 'Pacific/Kiritimati'])('names UTC days in %s', async zone => {
  await useLanguage('en-GB')
  timeZone.set(zone)
  await show(<UsageCard usage={usage as never} />)
  expect(find('[role=slider]').nextElementSibling?.textContent).toBe('29 Nov')
})
