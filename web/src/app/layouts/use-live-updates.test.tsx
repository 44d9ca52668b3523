// @vitest-environment jsdom
import type { LiveEvent } from '@coffer/contract/live'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { queries, setUpRendering, showPage, useConfig } from '../../../test/render.tsx'
import { userQuery } from '../../features/account/account.api.ts'
import { dispatchLiveEvent } from '../../features/live/live.ts'
import { folderRequestQuery } from '../../features/upload-requests/requests.api.ts'
import { useLiveUpdates } from './use-live-updates.ts'

vi.mock('../../features/live/live-connection.ts', () => ({ keepConnected: () => () => {} }))

setUpRendering()

test.each<LiveEvent>([
  { type: 'item.changed', item_id: 'f', parent_id: null },
  { type: 'folders.changed', folder_ids: ['f'] },
  { type: 'trash.changed' },
  { type: 'notifications.changed' },
])('$type refetches upload requests, which receive files or end', async event => {
  await useConfig({ broadcasting: 'websocket' })
  await showPage(() => {
    useLiveUpdates()
    return null
  })
  const { queryKey } = folderRequestQuery('f')
  queries.setQueryData(queryKey, { data: [] } as never)
  await act(async () => dispatchLiveEvent(event))
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('a change of teams refetches the user, whose favourites in a team folder may have ended', async () => {
  await useConfig({ broadcasting: 'websocket' })
  await showPage(() => {
    useLiveUpdates()
    return null
  })
  const relationships = { favourites: { data: [] }, unreadNotifications: { data: [] } }
  queries.setQueryData(userQuery.queryKey, { relationships } as never)
  await act(async () => dispatchLiveEvent({ type: 'teams.changed' }))
  expect(queries.getQueryState(userQuery.queryKey)?.isInvalidated).toBe(true)
})
