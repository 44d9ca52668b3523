// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { find, setUpRendering, show, useLanguage } from '../../../test/render.tsx'
import { timeZone } from '../../lib/time-zone.ts'
import { TrafficCard } from './traffic-card.tsx'

setUpRendering()
afterEach(() => timeZone.set(''))

const records = Array.from({ length: 8 }, (_, index) => ({
  created_at: `2024-11-0${index + 1}T00:00:00.000Z`,
  amount_bytes: 1,
}))
const disk = { upload: { records, total_bytes: 8 }, download: { records, total_bytes: 8 } }

test.each(['America/New_York', 'UTC', 'Pacific/Kiritimati'])('names UTC days in %s', async zone => {
  await useLanguage('en-GB')
  timeZone.set(zone)
  await show(<TrafficCard disk={disk as never} />)
  const plot = find('[role=slider]')
  await act(async () =>
    plot.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true })),
  )
  expect(plot.textContent).toContain('8 November 2024')
  expect(plot.nextElementSibling?.textContent).toMatch(/^1 Nov/)
})
