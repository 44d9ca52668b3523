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

/** The parameters that a search sends. */
async function sentBy(changed: ChangedChoice): Promise<URLSearchParams> {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    return new Response(JSON.stringify({ data: [], meta: {} }))
  })
  const query = hitsQuery('', { ...NO_FILTERS, changed }, 10)
  await new QueryClient().fetchQuery({ ...query, retry: false })
  return new URL(paths[0] ?? '', 'http://localhost').searchParams
}

test.each([
  ['day', '2026-11-19T08:00:00.000Z'],
  ['week', '2026-11-13T08:00:00.000Z'],
  ['month', '2026-10-21T07:00:00.000Z'],
  ['year', '2026-01-01T08:00:00.000Z'],
] as const)('changes of a %s begin with a day of the reader', async (changed, start) => {
  timeZone.set('America/Los_Angeles')
  vi.useFakeTimers({ now: Date.parse('2026-11-20T03:00:00Z'), toFake: ['Date'] })
  expect((await sentBy(changed)).get('from')).toBe(start)
})

test.each([
  ['America/Los_Angeles', 'America/Los_Angeles'],
  ['', Intl.DateTimeFormat().resolvedOptions().timeZone],
])('typed days are in the time zone of the reader: %s', async (chosen, sent) => {
  timeZone.set(chosen)
  expect((await sentBy('any')).get('time_zone')).toBe(sent)
})
