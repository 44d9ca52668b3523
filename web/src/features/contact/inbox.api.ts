import {
  countMessages,
  deleteMessage,
  type InboxMessage,
  listMessages,
  updateMessage,
} from '@coffer/contract/contact-inbox'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { tableQuery } from '../../ui/admin-table/table-query.ts'
import type { TableRequest } from '../../ui/admin-table/table-search.ts'

/** All queries about messages from the contact page. */
const INBOX = 'contact-inbox'

export const messagesQuery = (request: TableRequest) =>
  tableQuery([INBOX, 'list'], listMessages, request)

/** How many messages wait for an answer. */
export const waitingQuery = queryOptions({
  queryKey: [INBOX, 'count'],
  queryFn: async ({ signal }) => (await api(countMessages, {}, { signal })).data.waiting,
  staleTime: 60_000,
})

const refetch = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [INBOX] })

/** @returns the message in its new state */
export async function markMessage(
  queries: QueryClient,
  id: string,
  isAnswered: boolean,
): Promise<InboxMessage> {
  const { data } = await api(updateMessage, { params: { id }, body: { is_answered: isAnswered } })
  await refetch(queries)
  return data
}

export async function removeMessage(queries: QueryClient, id: string): Promise<void> {
  await api(deleteMessage, { params: { id } })
  await refetch(queries)
}
