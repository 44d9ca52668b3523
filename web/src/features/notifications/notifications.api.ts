import type { Notification } from '@coffer/contract/notification'
import {
  deleteNotification,
  deleteNotifications,
  listNotifications,
  readNotifications,
} from '@coffer/contract/notifications'
import { acceptInvitation, declineInvitation } from '@coffer/contract/team-invitations'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The server localises the texts, so each language has its own list. */
export const notificationsQuery = (language: string) =>
  queryOptions({
    queryKey: ['notifications', language],
    queryFn: async ({ signal }): Promise<Notification[]> =>
      (await api(listNotifications, {}, { signal })).data,
  })

type Change = (all: Notification[]) => Notification[]

/** Changes the lists of all languages; pending responses are outdated and cancelled. */
async function updateLists(queries: QueryClient, apply: Change): Promise<void> {
  await queries.cancelQueries({ queryKey: ['notifications'] })
  queries.setQueriesData<Notification[]>({ queryKey: ['notifications'] }, all => all && apply(all))
}

/** The time of the latest visible notification; later ones were not seen. */
const untilOf = (shown: readonly Notification[]) => ({ until: shown[0]?.attributes.created_at })

export async function readAll(queries: QueryClient, shown: readonly Notification[]): Promise<void> {
  await api(readNotifications, { query: untilOf(shown) })
  const read_at = new Date().toISOString()
  const ids = new Set(shown.map(({ id }) => id))
  await updateLists(queries, all =>
    all.map(notification =>
      ids.has(notification.id) && notification.attributes.read_at === null
        ? { ...notification, attributes: { ...notification.attributes, read_at } }
        : notification,
    ),
  )
}

export async function clearAll(
  queries: QueryClient,
  shown: readonly Notification[],
): Promise<void> {
  await api(deleteNotifications, { query: untilOf(shown) })
  const ids = new Set(shown.map(({ id }) => id))
  await updateLists(queries, all => all.filter(({ id }) => !ids.has(id)))
}

export async function clearOne(queries: QueryClient, id: string): Promise<void> {
  await api(deleteNotification, { params: { id } })
  await updateLists(queries, all => all.filter(notification => notification.id !== id))
}

const RESPONSES = {
  accept: (id: string) => api(acceptInvitation, { params: { id }, body: {} }),
  decline: (id: string) => api(declineInvitation, { params: { id }, body: {} }),
} as const
export type InvitationAnswer = keyof typeof RESPONSES

/** Removes the action of an invitation that was answered. */
export async function answerInvitation(
  queries: QueryClient,
  id: string,
  response: InvitationAnswer,
): Promise<void> {
  await RESPONSES[response](id)
  await updateLists(queries, all =>
    all.map(notification =>
      notification.attributes.action?.type === 'invitation' &&
      notification.attributes.action.params.id === id
        ? { ...notification, attributes: { ...notification.attributes, action: null } }
        : notification,
    ),
  )
}
