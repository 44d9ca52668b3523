import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refreshFavourites, USER } from './favourites.ts'

test('the storage by kind is refetched with the user, whose used bytes it explains', async () => {
  const queries = new QueryClient()
  const storage = [...USER, 'storage']
  queries.setQueryData(USER, {} as never)
  queries.setQueryData(storage, {})
  await refreshFavourites(queries)
  expect([USER, storage].map(key => queries.getQueryState(key)?.isInvalidated)).toEqual([
    true,
    true,
  ])
})
