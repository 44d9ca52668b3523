import { getUserTask, type UserTask } from '@coffer/contract/admin-user-tasks'
import {
  type QueryClient,
  QueryObserver,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import { ApiError, api } from '../../lib/api.ts'
import { dangerToast, successToast } from '../../ui/toasts/toasts.ts'
import { refetchUsers } from './user-calls.ts'
import { USERS } from './users.api.ts'

const POLL_MS = 700

const taskQuery = (started: UserTask) =>
  queryOptions({
    queryKey: ['user-task', started.id],
    queryFn: async ({ signal }) =>
      (await api(getUserTask, { params: { id: started.id } }, { signal })).data,
    initialData: started,
    refetchInterval: ({ state }) =>
      (state.data && isOver(state.data)) || isRejected(state.error) ? false : POLL_MS,
  })

export const isOver = ({ attributes: { state } }: UserTask): boolean =>
  state === 'finished' || state === 'failed'

/** Whether the task cannot be read any more, unlike after a lost connection. */
const isRejected = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** Returns a task as it is now, until it is over. */
export function useTask(started: UserTask): UserTask {
  const queries = useQueryClient()
  useEffect(() => followTask(queries, started), [queries, started])
  return useQuery(taskQuery(started)).data
}

const followed = new Set<string>()

/**
 * Follows a task until it is over, then refetches the users. It continues when the dialog of the task
 * is closed; the result is then shown as a toast.
 */
function followTask(queries: QueryClient, started: UserTask): void {
  if (followed.has(started.id)) return
  followed.add(started.id)
  const options = taskQuery(started)
  const isShown = () => (queries.getQueryCache().find(options)?.getObserversCount() ?? 0) > 0
  const stop = new QueryObserver(queries, options).subscribe(({ data, error }) => {
    if (isRejected(error)) stop()
    if (!data || !isOver(data)) return
    stop()
    if (!isShown()) showResult(data)
    void refetchAfter(queries, data)
  })
}

/** The pages of a deleted user may still be shown, but can't be refetched. */
async function refetchAfter(queries: QueryClient, { attributes }: UserTask): Promise<void> {
  if (attributes.kind !== 'deletion') return refetchUsers(queries)
  await queries.invalidateQueries({ queryKey: [USERS], refetchType: 'none' })
  await queries.invalidateQueries({ queryKey: [USERS, 'list'] })
}

function showResult({ attributes: { state, kind, done } }: UserTask): void {
  if (state === 'failed') dangerToast(i18next.t('admin_users.task_failed'))
  else successToast(i18next.t(`admin_users.task_${kind}_done`, { count: done }))
}
