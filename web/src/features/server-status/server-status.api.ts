import { discardJob, type JobState, listJobs, retryJob } from '@coffer/contract/jobs'
import { getServerStatus } from '@coffer/contract/server-status'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

const REFRESH_MS = 15_000

export const serverStatusQuery = queryOptions({
  queryKey: ['admin', 'server-status'],
  queryFn: async ({ signal }) => (await api(getServerStatus, {}, { signal })).data,
  refetchInterval: REFRESH_MS,
})

const JOBS = ['admin', 'jobs'] as const

export const jobsQuery = (state: JobState, page: number) =>
  queryOptions({
    queryKey: [...JOBS, state, page],
    queryFn: ({ signal }) => api(listJobs, { query: { state, page, per_page: 20 } }, { signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })

export function useJobActions() {
  const queries = useQueryClient()
  const { t } = i18next
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: JOBS })
    await queries.invalidateQueries(serverStatusQuery)
  }
  return {
    retry: async (id: string) => {
      try {
        await api(retryJob, { params: { id } })
        successToast(t('server_status.job_queued'))
      } catch (error) {
        failurePopup(error)
      }
      await refresh()
    },
    /** Removes a job after confirmation. */
    discard: async (id: string, name: string) => {
      const agreed = await confirmPopup({
        title: t('server_status.discard_title', { name }),
        message: t('server_status.discard_text'),
        confirm: t('server_status.discard'),
        danger: true,
      })
      if (!agreed) return
      try {
        await api(discardJob, { params: { id } })
      } catch (error) {
        failurePopup(error)
      }
      await refresh()
    },
  }
}
