import type { Request } from '@coffer/contract'
import { getItem, type Item } from '@coffer/contract/items'
import {
  createShare,
  getShare,
  getShareQrCode,
  listShareEvents,
  mailShare,
  revokeShares,
  type Share,
  updateShare,
} from '@coffer/contract/shares'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, api } from '../../lib/api.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { SHARE } from '../../lib/query-keys.ts'

export type NewShare = Omit<Request<typeof createShare>['body'], 'id' | 'type'>
export type ShareChange = Request<typeof updateShare>['body']
export type ShareCache = Pick<ItemCache, 'patch' | 'refresh'>

export const shareQuery = (token: string) =>
  queryOptions({
    queryKey: [SHARE, token, 'facts'],
    queryFn: async ({ signal }) => (await api(getShare, { params: { token } }, { signal })).data,
  })

/** The QR code contains only the URL, which never changes. */
export const codeQuery = (token: string) =>
  queryOptions({
    queryKey: ['share-code', token],
    queryFn: async ({ signal }) =>
      (await api(getShareQrCode, { params: { token } }, { signal })).data.svg,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const eventsQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: [SHARE, token, 'events'],
    queryFn: async ({ pageParam, signal }) =>
      await api(listShareEvents, { params: { token }, query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { paginate } }) =>
      paginate.currentPage < paginate.lastPage ? paginate.currentPage + 1 : undefined,
  })

type Shared = Item['relationships']['shared']

const withShare = (item: Item, shared: Shared): Item => ({
  ...item,
  relationships: { ...item.relationships, shared },
})

function toRelationship({ attributes }: Share): Shared {
  const { token, permission, expires_at, download_limit, downloads } = attributes
  const facts = { token, permission, expires_at, download_limit, downloads }
  return {
    data: { id: token, type: 'share', attributes: { ...facts, protected: attributes.protected } },
  }
}

/** Updates a link everywhere its item is shown. */
function updateCaches(queries: QueryClient, cache: ShareCache, share: Share): void {
  const { token, item_id } = share.attributes
  queries.setQueryData(shareQuery(token).queryKey, share)
  cache.patch(item_id, item => withShare(item, toRelationship(share)))
}

/** Calls that create, change and send the link of an item. Server errors are thrown. */
export function useShareCalls(cache: ShareCache) {
  const queries = useQueryClient()
  return {
    /** Creates a link. @returns its token, with a null link if the item had one, which is unchanged */
    create: async (item: Item, body: NewShare): Promise<{ token: string; link: string | null }> => {
      try {
        const { id, type } = item
        const { data } = await api(createShare, { body: { id, type, ...body } })
        updateCaches(queries, cache, data)
        void cache.refresh()
        return data.attributes
      } catch (error) {
        const existingToken = isExistingShare(error) ? await tokenOf(item) : null
        if (!existingToken) throw error
        void cache.refresh()
        return { token: existingToken, link: null }
      }
    },
    change: async (token: string, body: ShareChange): Promise<Share> => {
      const { data } = await api(updateShare, { params: { token }, body })
      // A pending response has the old state.
      await queries.cancelQueries({ queryKey: shareQuery(token).queryKey })
      updateCaches(queries, cache, data)
      void cache.refresh()
      return data
    },
    send: async (token: string, emails: string[]): Promise<number> =>
      (await api(mailShare, { params: { token }, body: { emails } })).meta.sent,
  }
}

const isExistingShare = (error: unknown): boolean =>
  error instanceof ApiError && error.is('share.exists')

/** Returns the token of the link that an item has. */
async function tokenOf({ id }: Item): Promise<string | null> {
  const { data } = await api(getItem, { params: { id } })
  return data.relationships.shared.data?.attributes.token ?? null
}

/** The most links that the server accepts in one call. */
const BATCH_SIZE = 1000

/** Deletes the links of items. @returns how many were deleted */
export async function endShares(cache: ShareCache, items: readonly Item[]): Promise<number> {
  const shared = items.filter(item => item.relationships.shared.data)
  const tokens = shared.flatMap(item => item.relationships.shared.data?.attributes.token ?? [])
  let ended = 0
  try {
    for (let start = 0; start < tokens.length; start += BATCH_SIZE) {
      const body = { tokens: tokens.slice(start, start + BATCH_SIZE) }
      ended += (await api(revokeShares, { body })).meta.changed
    }
    for (const { id } of shared) cache.patch(id, item => withShare(item, { data: null }))
    return ended
  } finally {
    // Some of several calls may have succeeded.
    await cache.refresh()
  }
}
