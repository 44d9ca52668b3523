// @vitest-environment jsdom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { queries, setUpRendering, showPage, useConfig } from '../../../test/render.tsx'
import { userQuery } from '../../features/account/account.api.ts'
import { dispatchLiveEvent } from '../../features/live/live.ts'
import { useLiveUpdates } from './use-live-updates.ts'

vi.mock('../../features/live/live-connection.ts', () => ({ keepConnected: () => () => {} }))

setUpRendering()

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
