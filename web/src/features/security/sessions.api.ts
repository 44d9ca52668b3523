import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  type Session,
} from '@coffer/contract/sessions'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: async ({ signal }) => (await api(listSessions, {}, { signal })).data,
})

/** Calls that end sessions of the user. */
export function useSessionCalls() {
  const queries = useQueryClient()
  async function finishCall(call: Promise<unknown>, message: string): Promise<void> {
    await call
    successToast(message)
    await queries.invalidateQueries(sessionsQuery)
  }
  return {
    end: ({ id }: Session, name: string, password: string) =>
      finishCall(
        api(revokeSession, { body: { id, password } }),
        i18next.t('sessions.ended', { name }),
      ),
    endOthers: (password: string) =>
      finishCall(
        api(revokeOtherSessions, { body: { password } }),
        i18next.t('sessions.others_ended'),
      ),
  }
}
