// @vitest-environment jsdom
import type { ServerStatus } from '@coffer/contract/server-status'
import { expect, test } from 'vitest'
import { setUpRendering, show } from '../../../test/render.tsx'
import { FactsCard } from './facts-card.tsx'

setUpRendering()

async function factsWith(bucket: string | null) {
  const status = {
    database: null,
    storage: { folder: '/data', free_bytes: 1, capacity_bytes: 2, bucket, used_bytes: 1_500_000 },
    versions: { coffer: '1', node: '1', system: 'x' },
  } as ServerStatus
  await show(<FactsCard status={status} />)
  return Object.fromEntries(
    [...document.querySelectorAll('dt')].map(term => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  )
}

test('the storage in use is shown with its bucket', async () => {
  const facts = await factsWith('coffer-files')
  expect(facts['server_status.used']).toMatch(/^1\.5\sMB$/)
  expect(facts['server_status.bucket']).toBe('coffer-files')
})

test('no bucket is shown while files are stored on the disk', async () => {
  expect(await factsWith(null)).not.toHaveProperty(['server_status.bucket'])
})
