import type { LiveEventOf } from '@coffer/contract/live'
import {
  cancelRemoteUploads,
  getRemoteUploads,
  REMOTE_FAILURES,
  type RemoteUploads,
  startRemoteUploads,
} from '@coffer/contract/remote-uploads'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { rememberRemote } from './remote-upload-events.ts'

/** How far the files from links are; null when there is nothing to tell. */
export const remoteUploadsQuery = queryOptions({
  queryKey: ['remote-uploads'],
  queryFn: async ({ signal }): Promise<RemoteUploads | null> =>
    (await api(getRemoteUploads, {}, { signal })).data,
  // Where no event arrives, it is seen all the same.
  refetchInterval: ({ state: { data } }) => (data && !isOver(data) ? 5_000 : false),
})

export const isOver = ({ total, processed }: { total: number; processed: number }): boolean =>
  total === processed

export async function fetchLinks(
  queries: QueryClient,
  urls: string[],
  parentId: string | null,
): Promise<void> {
  await api(startRemoteUploads, { body: { urls, parent_id: parentId } })
  rememberRemote('some')
  await queries.invalidateQueries(remoteUploadsQuery)
}

/** Gives up what is still to come, or forgets what failed. */
export async function cancelLinks(queries: QueryClient): Promise<void> {
  await api(cancelRemoteUploads, {})
  await queries.cancelQueries(remoteUploadsQuery)
  queries.setQueryData(remoteUploadsQuery.queryKey, null)
}

/** The same links again, each where it was meant to go. */
export async function retryLinks(
  queries: QueryClient,
  failures: RemoteUploads['failures'],
): Promise<void> {
  for (const [parentId, group] of Map.groupBy(failures, failure => failure.parent_id))
    await fetchLinks(
      queries,
      group.map(({ url }) => url),
      parentId,
    )
}

/** An event tells all but what failed, which is asked for. */
export async function takeProgress(
  queries: QueryClient,
  { type: _, file: __, ...progress }: LiveEventOf<'remote.progress'>,
): Promise<void> {
  const { queryKey } = remoteUploadsQuery
  // An answer that is on its way is older.
  await queries.cancelQueries({ queryKey })
  const failures = queries.getQueryData<RemoteUploads | null>(queryKey)?.failures ?? []
  const isNothing = isOver(progress) && progress.failed === 0
  const next = isNothing ? null : { ...progress, failures }
  queries.setQueryData<RemoteUploads | null>(queryKey, next)
  const told = Math.min(progress.failed, REMOTE_FAILURES)
  if (failures.length !== told) await queries.invalidateQueries({ queryKey })
}
