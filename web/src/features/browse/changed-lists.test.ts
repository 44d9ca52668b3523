import type { LiveEvent } from '@coffer/contract/live'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { changesOf, refetchChanged } from './changed-lists.ts'

/** Each list by what is shown in it: its folder, the way to it, and its items. */
const LISTS = {
  home: ['folders', 'all', [], ['inner']],
  inner: ['folders', 'inner', ['inner'], ['deep']],
  deep: ['folders', 'deep', ['inner', 'deep'], ['file']],
  other: ['folders', 'other', ['other'], []],
  trash: ['trash', 'all', [], []],
} as const

async function askedAgain(...events: LiveEvent[]): Promise<string[]> {
  const queries = new QueryClient()
  for (const [place, folder, way, items] of Object.values(LISTS)) {
    const root = way.at(-1)
    queries.setQueryData(['browse', place, folder], {
      data: items.map(id => ({ id })),
      meta: { root: root ? { id: root } : null, ancestors: way.slice(0, -1).map(id => ({ id })) },
    })
  }
  const changes = changesOf(events)
  if (changes) await refetchChanged(queries, changes)
  return Object.entries(LISTS)
    .filter(
      ([, [place, folder]]) => queries.getQueryState(['browse', place, folder])?.isInvalidated,
    )
    .map(([name]) => name)
}

it('asks again for a folder, for those that show it, and for what lies below it', async () => {
  expect(await askedAgain({ type: 'folders.changed', folder_ids: ['inner'] })).toEqual([
    ...['home', 'inner', 'deep', 'trash'],
  ])
  expect(await askedAgain({ type: 'folders.changed', folder_ids: [null] })).toEqual([
    ...['home', 'trash'],
  ])
})

it('asks again where an item is shown', async () => {
  const event = { type: 'item.changed', item_id: 'file', parent_id: 'deep' } as const
  expect(await askedAgain(event)).toEqual(['inner', 'deep', 'trash'])
})

it('asks for the trash alone when only that has changed, and for nothing without need', async () => {
  expect(await askedAgain({ type: 'trash.changed' })).toEqual(['trash'])
  expect(await askedAgain({ type: 'account.changed' })).toEqual([])
})
