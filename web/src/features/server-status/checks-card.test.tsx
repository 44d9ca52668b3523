// @vitest-environment jsdom
import type { ServerCheck } from '@coffer/contract/server-status'
import { expect, test } from 'vitest'
import { setUpRendering, show } from '../../../test/render.tsx'
import { ChecksCard } from './checks-card.tsx'

setUpRendering()

async function textsOf(check: ServerCheck) {
  await show(<ChecksCard checks={[check]} />)
  return [...document.querySelectorAll('li span')].map(({ textContent }) => textContent)
}

test('a bare number is shown with its unit', async () => {
  const texts = await textsOf({ check: 'search', state: 'ok', detail: '0' })
  expect(texts).toContain('server_status.count_search')
  expect(texts).not.toContain('0')
})

test('other details are shown as they are', async () => {
  expect(await textsOf({ check: 'disk', state: 'ok', detail: '42 %' })).toContain('42 %')
  expect(await textsOf({ check: 'queue', state: 'failing', detail: '7 min' })).toContain('7 min')
})
