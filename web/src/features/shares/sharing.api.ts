import { getSharedFile, openLink, type SharedLink, unlockLink } from '@coffer/contract/guest-shares'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { LINK, SHARING } from '../../lib/closed-link.ts'
import { lastDownload } from '../../lib/start-download.ts'

/** Interval in ms, because an open link may expire, be used up or get another password. */
const POLL_MS = 30_000
/** Interval in ms after a download of this page, and for how long it applies. */
const FAST_POLL_MS = 1000
const FAST_POLL_FOR_MS = 10_000

function pollInterval(link: SharedLink | undefined): number {
  const isLimited = link?.attributes.downloads_left !== null
  return isLimited && Date.now() - lastDownload.get() < FAST_POLL_FOR_MS ? FAST_POLL_MS : POLL_MS
}

export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: [...LINK, token],
    queryFn: async ({ signal }) => (await api(openLink, { params: { token } }, { signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => pollInterval(state.data),
  })

export const sharedFileQuery = (token: string) =>
  queryOptions({
    queryKey: [SHARING, 'file', token],
    queryFn: async ({ signal }) =>
      (await api(getSharedFile, { params: { token } }, { signal })).data,
  })

/**
 * Unlocks a share.
 * @throws ApiError `share.password_wrong`, or `request.too_many` after too many wrong passwords
 */
export async function unlock(queries: QueryClient, token: string, password: string): Promise<void> {
  const { data } = await api(unlockLink, { params: { token }, body: { password } })
  queries.setQueryData(linkQuery(token).queryKey, data)
}

/** An unlocked share with its item. */
export interface OpenLink {
  token: string
  permission: 'editor' | 'visitor'
  type: 'folder' | 'file'
  itemId: string
  name: string
  owner: { name: string; color: string }
  expiresAt: string | null
  downloadsLeft: number | null
}

/** Returns the unlocked share; null while it is locked. */
export function openLinkOf({ attributes, relationships }: SharedLink): OpenLink | null {
  const { token, permission, type, item_id: itemId, name } = attributes
  const owner = relationships.owner.data?.attributes
  if (!permission || !type || !itemId || name === null || !owner) return null
  return {
    token,
    permission,
    type,
    itemId,
    name,
    owner,
    expiresAt: attributes.expires_at,
    downloadsLeft: attributes.downloads_left,
  }
}
