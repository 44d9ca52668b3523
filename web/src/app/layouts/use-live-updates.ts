import type { Item } from '@coffer/contract/items'
import type { LiveEvent } from '@coffer/contract/live'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { userQuery } from '../../features/account/account.api.ts'
import { BROWSE } from '../../features/browse/browse.api.ts'
import { changesOf, hasChanged, refetchChanged } from '../../features/browse/changed-lists.ts'
import { TREE } from '../../features/browse/tree.api.ts'
import { DOCUMENT } from '../../features/documents/document-types.api.ts'
import { gather } from '../../features/live/gather.ts'
import { dispatchLiveEvent, onLive } from '../../features/live/live.ts'
import { keepConnected } from '../../features/live/live-connection.ts'
import { receiveRemoteUploadEvent } from '../../features/remote-uploads/remote-upload-events.ts'
import { SHARE } from '../../features/shares/share-key.ts'
import { liveClientId } from '../../lib/client-id.ts'
import { config } from '../../lib/config.ts'
import { isSignedIn } from '../../lib/session.ts'

const HEARD = [
  'folders.changed',
  'item.changed',
  'tree.changed',
  'trash.changed',
  'account.changed',
  'notifications.changed',
  'teams.changed',
  'refresh',
] as const
/** What is asked for again, whatever of it has changed. */
const STALE: { [T in LiveEvent['type']]?: readonly string[] } = {
  'tree.changed': [TREE],
  'teams.changed': [BROWSE, TREE, 'teams', 'search'],
  'notifications.changed': ['notifications'],
}
const PAUSE_MS = 1000
/** The answer to a sign-out of this very page is on its way. */
const OWN_SIGN_OUT_MS = 1000

const favouritesIn = (queries: QueryClient): readonly Item[] =>
  queries.getQueryData(userQuery.queryKey)?.relationships.favourites.data ?? []

/** Everything that the events are about. @returns whether the user is among it, or what comes with him */
function askAgain(queries: QueryClient, events: LiveEvent[]): boolean {
  const types = new Set(events.map(event => event.type))
  // Whatever is shown, of every feature; queries of the trash and the lists are among them.
  if (types.has('refresh')) {
    void queries.invalidateQueries()
    return false
  }
  const changes = changesOf(events)
  if (changes) void refetchChanged(queries, changes)
  const stale = [...types].flatMap(type => STALE[type] ?? [])
  for (const key of changes ? [DOCUMENT, SHARE, ...stale] : stale)
    void queries.invalidateQueries({ queryKey: [key] })
  return (
    types.has('account.changed') ||
    types.has('notifications.changed') ||
    (changes !== null && hasChanged(favouritesIn(queries), changes))
  )
}

/** What others change shows here without a reload: other tabs, other sessions, and jobs. */
export function useLiveUpdates(): void {
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (config().broadcasting !== 'websocket') return
    const favourites = () => favouritesIn(queries).map(({ id }) => id)
    const unread = () =>
      queries.getQueryData(userQuery.queryKey)?.relationships.unreadNotifications.data ?? []
    const askUser = async () => {
      const before = favourites()
      const known = unread()
      await queries.invalidateQueries(userQuery)
      const now = unread()
      // Read into memory only for whoever has something to be told.
      if (now.length > 0)
        void import('../../features/notifications/announce.ts').then(({ announceNotifications }) =>
          announceNotifications(known, now, router),
        )
      // Their stars are in every list.
      if (before.join() !== favourites().join())
        await queries.invalidateQueries({ queryKey: [BROWSE] })
    }
    const refetch = gather<LiveEvent>(events => {
      if (askAgain(queries, events)) void askUser()
    }, PAUSE_MS)
    const deaf = [
      ...HEARD.map(type => onLive(type, refetch)),
      onLive('remote.progress', receiveRemoteUploadEvent),
    ]
    const close = keepConnected(liveClientId, {
      onEvent: dispatchLiveEvent,
      onSessionEnd: () =>
        setTimeout(() => {
          // Refused, it takes the page to the sign-in; with a new session it goes on.
          if (isSignedIn()) void askUser()
        }, OWN_SIGN_OUT_MS),
    })
    return () => {
      close()
      for (const stop of deaf) stop()
    }
  }, [queries, router])
}
