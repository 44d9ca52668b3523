// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { find, setUpRendering, show, useLanguage } from '../../../test/render.tsx'
import { timeZone } from '../../lib/time-zone.ts'
import { DayChart } from './day-chart.tsx'

setUpRendering()
afterEach(() => timeZone.set(''))

const days = ['2026-11-28', '2026-11-29'].map(day => ({
  created_at: `${day}T00:00:00.000Z`,
  amount_bytes: 1,
  percentage: 1,
}))

test.each(['America/New_York', 'UTC', 'Pacific/Kiritimati'])('names UTC days in %s', async zone => {
  await useLanguage('en-GB')
  timeZone.set(zone)
  await show(<DayChart title="Uploads" total="" days={days as never} />)
  expect(find('[role=slider]').getAttribute('aria-valuetext')).toMatch(/^29 November 2026/)
  expect(find('p:last-child').textContent).toBe('28 November 202629 November 2026')
})
