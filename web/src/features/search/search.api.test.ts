// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { timeZone } from '../../lib/time-zone.ts'
import { type ChangedChoice, hitsQuery, NO_FILTERS } from './search.api.ts'

afterEach(() => {
  timeZone.set('')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The time from which a search asks for changes. */
async function startOf(changed: ChangedChoice): Promise<string | null> {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    return new Response(JSON.stringify({ data: [], meta: {} }))
  })
  const query = hitsQuery('', { ...NO_FILTERS, changed }, 10)
  await new QueryClient().fetchQuery({ ...query, retry: false })
  return new URL(paths[0] ?? '', 'http://localhost').searchParams.get('from')
}

test.each([
  ['day', '2026-11-19T08:00:00.000Z'],
  ['week', '2026-11-13T08:00:00.000Z'],
  ['month', '2026-10-21T07:00:00.000Z'],
  ['year', '2026-01-01T08:00:00.000Z'],
] as const)('changes of a %s begin with a day of the reader', async (changed, start) => {
  timeZone.set('America/Los_Angeles')
  vi.useFakeTimers({ now: Date.parse('2026-11-20T03:00:00Z'), toFake: ['Date'] })
  expect(await startOf(changed)).toBe(start)
})
