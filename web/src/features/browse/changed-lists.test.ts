import type { LiveEvent } from '@coffer/contract/live'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { changesOf, refetchChanged } from './changed-lists.ts'

/** Each list: location, folder, path and items. */
const LISTS = {
  home: ['folders', 'all', [], ['inner']],
  inner: ['folders', 'inner', ['inner'], ['deep']],
  deep: ['folders', 'deep', ['inner', 'deep'], ['file']],
  other: ['folders', 'other', ['other'], []],
  trash: ['trash', 'all', [], []],
} as const

async function refetchedLists(...events: LiveEvent[]): Promise<string[]> {
  const queries = new QueryClient()
  for (const [location, folder, path, items] of Object.values(LISTS)) {
    const root = path.at(-1)
    queries.setQueryData(['browse', location, folder], {
      data: items.map(id => ({ id })),
      meta: { root: root ? { id: root } : null, ancestors: path.slice(0, -1).map(id => ({ id })) },
    })
  }
  const changes = changesOf(events)
  if (changes) await refetchChanged(queries, changes)
  return Object.entries(LISTS)
    .filter(
      ([, [location, folder]]) =>
        queries.getQueryState(['browse', location, folder])?.isInvalidated,
    )
    .map(([name]) => name)
}

it('refetches a folder, the lists that show it, and the folders below it', async () => {
  expect(await refetchedLists({ type: 'folders.changed', folder_ids: ['inner'] })).toEqual([
    'home',
    'inner',
    'deep',
    'trash',
  ])
  expect(await refetchedLists({ type: 'folders.changed', folder_ids: [null] })).toEqual([
    'home',
    'trash',
  ])
})

it('refetches the lists that show a changed item', async () => {
  const event = { type: 'item.changed', item_id: 'file', parent_id: 'deep' } as const
  expect(await refetchedLists(event)).toEqual(['inner', 'deep', 'trash'])
})

it('refetches only the trash after a change of the trash, and nothing for other events', async () => {
  expect(await refetchedLists({ type: 'trash.changed' })).toEqual(['trash'])
  expect(await refetchedLists({ type: 'account.changed' })).toEqual([])
})
