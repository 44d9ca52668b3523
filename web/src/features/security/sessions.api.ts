import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  type Session,
} from '@coffer/contract/sessions'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: async ({ signal }) => (await api(listSessions, {}, { signal })).data,
})

/** Ending sessions of one's own; both ask first where many would go. */
export function useSessionCalls() {
  const queries = useQueryClient()
  async function settle(call: Promise<unknown>, done: string): Promise<void> {
    try {
      await call
      successToast(done)
    } catch (error) {
      failurePopup(error)
    }
    await queries.invalidateQueries(sessionsQuery)
  }
  return {
    end: ({ id }: Session, name: string) =>
      settle(api(revokeSession, { body: { id } }), i18next.t('sessions.ended', { name })),
    endOthers: async () => {
      const agreed = await confirmPopup({
        title: i18next.t('sessions.end_others_title'),
        message: i18next.t('sessions.end_others_text'),
        confirm: i18next.t('sessions.end_others_confirm'),
        danger: true,
      })
      if (agreed) await settle(api(revokeOtherSessions, {}), i18next.t('sessions.others_ended'))
    },
  }
}
