import type { Item } from '@coffer/contract/items'
import type { LiveEvent } from '@coffer/contract/live'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { userQuery } from '../../features/account/account.api.ts'
import { BROWSE } from '../../features/browse/browse.api.ts'
import { changesOf, hasChanged, refetchChanged } from '../../features/browse/changed-lists.ts'
import { TREE } from '../../features/browse/tree.api.ts'
import { batchCalls } from '../../features/live/batch-calls.ts'
import { dispatchLiveEvent, onLive } from '../../features/live/live.ts'
import { keepConnected } from '../../features/live/live-connection.ts'
import { receiveRemoteUploadEvent } from '../../features/remote-uploads/remote-upload-events.ts'
import { liveClientId } from '../../lib/client-id.ts'
import { config } from '../../lib/config.ts'
import { DOCUMENT, INVOICES, SHARE, UPLOAD_REQUESTS } from '../../lib/query-keys.ts'
import { isSignedIn } from '../../lib/session.ts'

const REFETCH_EVENTS = [
  'folders.changed',
  'item.changed',
  'tree.changed',
  'trash.changed',
  'account.changed',
  'notifications.changed',
  'teams.changed',
  'refresh',
] as const
/** Query keys to refetch for an event, whatever part of them has changed. */
const STALE_KEYS: { [T in LiveEvent['type']]?: readonly string[] } = {
  'tree.changed': [TREE],
  'teams.changed': [BROWSE, TREE, 'teams', 'search'],
  'account.changed': [INVOICES],
  'notifications.changed': ['notifications', UPLOAD_REQUESTS],
}
const PAUSE_MS = 1000
/** Time in ms for the response to a sign-out of this page to arrive. */
const OWN_SIGN_OUT_MS = 1000

const favouritesIn = (queries: QueryClient): readonly Item[] =>
  queries.getQueryData(userQuery.queryKey)?.relationships.favourites.data ?? []

/**
 * Refetches everything the events concern.
 * @returns whether the user query has to be refetched too
 */
function refetchFor(queries: QueryClient, events: LiveEvent[]): boolean {
  const types = new Set(events.map(event => event.type))
  // Refetches every mounted query, including trash and lists.
  if (types.has('refresh')) {
    void queries.invalidateQueries()
    return false
  }
  const changes = changesOf(events)
  if (changes) void refetchChanged(queries, changes)
  const stale = [...types].flatMap(type => STALE_KEYS[type] ?? [])
  for (const key of changes ? [DOCUMENT, SHARE, UPLOAD_REQUESTS, ...stale] : stale)
    void queries.invalidateQueries({ queryKey: [key] })
  return (
    types.has('account.changed') ||
    types.has('notifications.changed') ||
    // The favourites in a team folder end with the membership.
    types.has('teams.changed') ||
    (changes !== null && hasChanged(favouritesIn(queries), changes))
  )
}

/** Shows changes made by other tabs, sessions and jobs without a reload. */
export function useLiveUpdates(): void {
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (config().broadcasting !== 'websocket') return
    const favourites = () => favouritesIn(queries).map(({ id }) => id)
    const unread = () =>
      queries.getQueryData(userQuery.queryKey)?.relationships.unreadNotifications.data ?? []
    const refetchUser = async () => {
      const before = favourites()
      const known = unread()
      await queries.invalidateQueries(userQuery)
      const now = unread()
      // Loaded only when there is something to announce.
      if (now.length > 0)
        void import('../../features/notifications/announce.ts').then(({ announceNotifications }) =>
          announceNotifications(known, now, router),
        )
      // Lists show which items are favourites.
      if (before.join() !== favourites().join())
        await queries.invalidateQueries({ queryKey: [BROWSE] })
    }
    const refetch = batchCalls<LiveEvent>(events => {
      if (refetchFor(queries, events)) void refetchUser()
    }, PAUSE_MS)
    const unsubscribers = [
      ...REFETCH_EVENTS.map(type => onLive(type, refetch)),
      onLive('remote.progress', receiveRemoteUploadEvent),
    ]
    const close = keepConnected(liveClientId, {
      onEvent: dispatchLiveEvent,
      onSessionEnd: () =>
        setTimeout(() => {
          // If the session is gone, this call leads to sign-in; with a new session the page
          // continues.
          if (isSignedIn()) void refetchUser()
        }, OWN_SIGN_OUT_MS),
    })
    return () => {
      close()
      for (const stop of unsubscribers) stop()
    }
  }, [queries, router])
}
