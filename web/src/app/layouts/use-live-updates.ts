import type { LiveEvent } from '@coffer/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { userQuery } from '../../features/account/account.api.ts'
import { BROWSE } from '../../features/browse/browse.api.ts'
import { changesOf, refetchChanged } from '../../features/browse/changed-lists.ts'
import { DOCUMENT } from '../../features/documents/document-types.api.ts'
import { keepChannel } from '../../features/live/channel.ts'
import { gather } from '../../features/live/gather.ts'
import { onLive, tellLive } from '../../features/live/live.ts'
import { hearOfRemote } from '../../features/remote-uploads/remote-news.ts'
import { SHARE } from '../../features/shares/share-key.ts'
import { config } from '../../lib/config.ts'
import { pageId } from '../../lib/page-id.ts'
import { isSignedIn } from '../../lib/session.ts'

const HEARD = [
  'folders.changed',
  'item.changed',
  'trash.changed',
  'account.changed',
  'notifications.changed',
  'refresh',
] as const
const PAUSE_MS = 1000
/** The answer to a sign-out of this very page is on its way. */
const OWN_SIGN_OUT_MS = 1000

/** What others change shows here without a reload: other tabs, other sessions, and jobs. */
export function useLiveUpdates(): void {
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (config().broadcasting !== 'websocket') return
    const favourites = () =>
      queries.getQueryData(userQuery.queryKey)?.relationships.favourites.data.map(({ id }) => id)
    const unread = () =>
      queries.getQueryData(userQuery.queryKey)?.relationships.unreadNotifications.data ?? []
    const askUser = async () => {
      const before = favourites()
      const known = unread()
      await queries.invalidateQueries(userQuery)
      const now = unread()
      // Read into memory only for whoever has something to be told.
      if (now.length > 0)
        void import('../../features/notifications/tell-news.ts').then(({ tellNews }) =>
          tellNews(known, now, router),
        )
      // Their stars are in every list.
      if (before?.join() !== favourites()?.join())
        await queries.invalidateQueries({ queryKey: [BROWSE] })
    }
    const refetch = gather<LiveEvent>(events => {
      // Whatever is shown, of every feature; queries of the trash and the lists are among them.
      if (events.some(event => event.type === 'refresh')) return void queries.invalidateQueries()
      const changes = changesOf(events)
      if (changes) {
        void refetchChanged(queries, changes)
        void queries.invalidateQueries({ queryKey: [DOCUMENT] })
        void queries.invalidateQueries({ queryKey: [SHARE] })
      }
      if (events.some(event => event.type === 'notifications.changed'))
        void queries.invalidateQueries({ queryKey: ['notifications'] })
      if (events.some(({ type }) => type === 'account.changed' || type === 'notifications.changed'))
        void askUser()
    }, PAUSE_MS)
    const deaf = [
      ...HEARD.map(type => onLive(type, refetch)),
      onLive('remote.progress', hearOfRemote),
    ]
    const close = keepChannel(pageId, {
      onEvent: tellLive,
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
