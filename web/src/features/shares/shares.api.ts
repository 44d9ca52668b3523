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
import { SHARE } from './share-key.ts'

export type NewShare = Omit<Request<typeof createShare>['body'], 'id' | 'type'>
export type ShareChange = Request<typeof updateShare>['body']
export type ShareCache = Pick<ItemCache, 'patch' | 'refresh'>

export const shareQuery = (token: string) =>
  queryOptions({
    queryKey: [SHARE, token, 'facts'],
    queryFn: async ({ signal }) => (await api(getShare, { params: { token } }, { signal })).data,
  })

/** The code says nothing but the address, which never changes. */
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

function relationOf({ attributes }: Share): Shared {
  const { token, permission, expires_at, download_limit, downloads } = attributes
  const facts = { token, permission, expires_at, download_limit, downloads }
  return {
    data: { id: token, type: 'share', attributes: { ...facts, protected: attributes.protected } },
  }
}

/** Shows a link as it is now, wherever its item is shown. */
function show(queries: QueryClient, cache: ShareCache, share: Share): void {
  const { token, item_id } = share.attributes
  queries.setQueryData(shareQuery(token).queryKey, share)
  cache.patch(item_id, item => withShare(item, relationOf(share)))
}

/** Making and changing the link of an item. What the server refuses is thrown. */
export function useShareCalls(cache: ShareCache) {
  const queries = useQueryClient()
  return {
    /** @returns the link is null where another window was faster */
    create: async (item: Item, body: NewShare): Promise<{ token: string; link: string | null }> => {
      try {
        const { id, type } = item
        const { data } = await api(createShare, { body: { id, type, ...body } })
        show(queries, cache, data)
        void cache.refresh()
        return data.attributes
      } catch (error) {
        const made = isThere(error) ? await tokenOf(item) : null
        if (!made) throw error
        void cache.refresh()
        return { token: made, link: null }
      }
    },
    change: async (token: string, body: ShareChange): Promise<Share> => {
      const { data } = await api(updateShare, { params: { token }, body })
      // An answer that is on its way says what was before.
      await queries.cancelQueries({ queryKey: shareQuery(token).queryKey })
      show(queries, cache, data)
      void cache.refresh()
      return data
    },
    send: async (token: string, emails: string[]): Promise<number> =>
      (await api(mailShare, { params: { token }, body: { emails } })).meta.sent,
  }
}

const isThere = (error: unknown): boolean => error instanceof ApiError && error.is('share.exists')

/** Made meanwhile, in another window. */
async function tokenOf({ id }: Item): Promise<string | null> {
  const { data } = await api(getItem, { params: { id } })
  return data.relationships.shared.data?.attributes.token ?? null
}

/** As many as the server takes in one call. */
const BATCH_SIZE = 1000

/** @returns how many have ended */
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
    // Of several calls some may have succeeded.
    await cache.refresh()
  }
}
