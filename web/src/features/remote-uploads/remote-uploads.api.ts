import type { LiveEventOf } from '@coffer/contract/live'
import {
  cancelRemoteUploads,
  getRemoteUploads,
  REMOTE_FAILURES,
  type RemoteUploads,
  retryRemoteUploads,
  startRemoteUploads,
} from '@coffer/contract/remote-uploads'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { setRemoteState } from './remote-upload-events.ts'

/** The progress of remote uploads; null when there are none. */
export const remoteUploadsQuery = queryOptions({
  queryKey: ['remote-uploads'],
  queryFn: async ({ signal }): Promise<RemoteUploads | null> =>
    (await api(getRemoteUploads, {}, { signal })).data,
  // Polling for pages without a live connection.
  refetchInterval: ({ state: { data } }) => (data && !isFinished(data) ? 5_000 : false),
})

export const isFinished = ({ total, processed }: { total: number; processed: number }): boolean =>
  total === processed

export async function fetchLinks(
  queries: QueryClient,
  urls: string[],
  parentId: string | null,
): Promise<void> {
  await api(startRemoteUploads, { body: { urls, parent_id: parentId } })
  await showProgress(queries)
}

/** Fetches the failed links again, each into its target folder. */
export async function retryLinks(queries: QueryClient): Promise<void> {
  await api(retryRemoteUploads, {})
  await showProgress(queries)
}

async function showProgress(queries: QueryClient): Promise<void> {
  setRemoteState('some')
  await queries.invalidateQueries(remoteUploadsQuery)
}

/** Cancels pending links and clears failed ones. */
export async function cancelLinks(queries: QueryClient): Promise<void> {
  await api(cancelRemoteUploads, {})
  await queries.cancelQueries(remoteUploadsQuery)
  queries.setQueryData(remoteUploadsQuery.queryKey, null)
}

/** Applies a progress event. Events have no failures, so those are fetched. */
export async function applyProgress(
  queries: QueryClient,
  { type: _, file: __, ...progress }: LiveEventOf<'remote.progress'>,
): Promise<void> {
  const { queryKey } = remoteUploadsQuery
  // A pending response is older than the event.
  await queries.cancelQueries({ queryKey })
  const failures = queries.getQueryData<RemoteUploads | null>(queryKey)?.failures ?? []
  const isDone = isFinished(progress) && progress.failed === 0
  const next = isDone ? null : { ...progress, failures }
  queries.setQueryData<RemoteUploads | null>(queryKey, next)
  const expectedFailures = Math.min(progress.failed, REMOTE_FAILURES)
  if (failures.length !== expectedFailures) await queries.invalidateQueries({ queryKey })
}
