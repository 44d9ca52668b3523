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

/** The server chooses the words, so each language has a list of its own. */
export const notificationsQuery = (language: string) =>
  queryOptions({
    queryKey: ['notifications', language],
    queryFn: async ({ signal }): Promise<Notification[]> =>
      (await api(listNotifications, {}, { signal })).data,
  })

type Change = (all: Notification[]) => Notification[]

/** In whichever language it is shown; an answer that is on its way is older. */
async function change(queries: QueryClient, by: Change): Promise<void> {
  await queries.cancelQueries({ queryKey: ['notifications'] })
  queries.setQueriesData<Notification[]>({ queryKey: ['notifications'] }, all => all && by(all))
}

/** The latest that is shown: what comes after it was not seen. */
const untilOf = (shown: readonly Notification[]) => ({ until: shown[0]?.attributes.created_at })

export async function readAll(queries: QueryClient, shown: readonly Notification[]): Promise<void> {
  await api(readNotifications, { query: untilOf(shown) })
  const read_at = new Date().toISOString()
  const ids = new Set(shown.map(({ id }) => id))
  await change(queries, all =>
    all.map(one =>
      ids.has(one.id) && one.attributes.read_at === null
        ? { ...one, attributes: { ...one.attributes, read_at } }
        : one,
    ),
  )
}

export async function clearAll(
  queries: QueryClient,
  shown: readonly Notification[],
): Promise<void> {
  await api(deleteNotifications, { query: untilOf(shown) })
  const ids = new Set(shown.map(({ id }) => id))
  await change(queries, all => all.filter(({ id }) => !ids.has(id)))
}

export async function clearOne(queries: QueryClient, id: string): Promise<void> {
  await api(deleteNotification, { params: { id } })
  await change(queries, all => all.filter(one => one.id !== id))
}

const ANSWERS = {
  accept: (id: string) => api(acceptInvitation, { params: { id }, body: {} }),
  decline: (id: string) => api(declineInvitation, { params: { id } }),
} as const
export type InvitationAnswer = keyof typeof ANSWERS

/** Spec §4: after success there is nothing left to be done about it. */
export async function answerInvitation(
  queries: QueryClient,
  id: string,
  answer: InvitationAnswer,
): Promise<void> {
  await ANSWERS[answer](id)
  await change(queries, all =>
    all.map(one =>
      one.attributes.action?.type === 'invitation' && one.attributes.action.params.id === id
        ? { ...one, attributes: { ...one.attributes, action: null } }
        : one,
    ),
  )
}
