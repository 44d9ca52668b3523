import type { PageQuery } from '@coffer/contract'
import {
  discardJobs,
  type JobSelection,
  type JobState,
  listJobs,
  retryJobs,
} from '@coffer/contract/jobs'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { serverStatusQuery } from '../../lib/server-status.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

export const REFRESH_MS = 15_000

const JOBS = ['admin', 'jobs'] as const

export const jobsQuery = (state: JobState, { page, per_page }: PageQuery) =>
  queryOptions({
    queryKey: [...JOBS, state, page, per_page],
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(listJobs, { query: { state, page, per_page } }, { signal })
      return { data, meta: { ...meta, is_capped: false } }
    },
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })

/** The selected jobs; the name of a single one. */
export interface JobTarget {
  selection: JobSelection
  count: number
  name?: string
}

/** Calls that change jobs; each refetches the jobs and the status. */
export function useJobActions() {
  const queries = useQueryClient()
  const { t } = i18next
  const change = async (
    endpoint: typeof retryJobs | typeof discardJobs,
    { selection }: JobTarget,
    text: 'server_status.jobs_queued' | 'server_status.jobs_discarded',
  ): Promise<void> => {
    try {
      const { data } = await api(endpoint, { body: { selection } })
      successToast(t(text, { count: data.count }))
    } catch (error) {
      failurePopup(error)
    }
    await queries.invalidateQueries({ queryKey: JOBS })
    await queries.invalidateQueries(serverStatusQuery)
  }
  return {
    retry: (target: JobTarget): Promise<void> =>
      change(retryJobs, target, 'server_status.jobs_queued'),
    /** Removes jobs after confirmation. @returns whether it was given */
    discard: async (target: JobTarget): Promise<boolean> => {
      const { count, name } = target
      const isConfirmed = await confirmPopup({
        title:
          name === undefined
            ? t('server_status.discard_many_title', { count })
            : t('server_status.discard_title', { name }),
        message: t('server_status.discard_many_text', { count }),
        confirm: t('server_status.discard'),
        danger: true,
      })
      if (isConfirmed) await change(discardJobs, target, 'server_status.jobs_discarded')
      return isConfirmed
    },
  }
}
