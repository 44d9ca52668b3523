import { getSharedFile, openLink, type SharedLink, unlockLink } from '@coffer/contract/guest-shares'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { LINK, SHARING } from '../../lib/closed-link.ts'
import { lastDownload } from '../../lib/start-download.ts'

/** A link may end, be used up or get another password while it is open. */
const ASK_AGAIN_MS = 30_000
/** One's own download is charged as soon as the server has it. */
const [ASK_SOON_MS, SOON_MS] = [1000, 10_000]

function nextAsk(link: SharedLink | undefined): number {
  const isCharged = link?.attributes.downloads_left !== null
  return isCharged && Date.now() - lastDownload.get() < SOON_MS ? ASK_SOON_MS : ASK_AGAIN_MS
}

export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: [...LINK, token],
    queryFn: async ({ signal }) => (await api(openLink, { params: { token } }, { signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => nextAsk(state.data),
  })

export const sharedFileQuery = (token: string) =>
  queryOptions({
    queryKey: [SHARING, 'file', token],
    queryFn: async ({ signal }) =>
      (await api(getSharedFile, { params: { token } }, { signal })).data,
  })

/** @throws ApiError `share.password_wrong`, or `request.too_many` after too many wrong ones */
export async function unlock(queries: QueryClient, token: string, password: string): Promise<void> {
  const { data } = await api(unlockLink, { params: { token }, body: { password } })
  queries.setQueryData(linkQuery(token).queryKey, data)
}

/** A link that is open, and whose folder or file is known by that. */
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

/** Null while it is locked. */
export function openLinkOf({ attributes, relationships }: SharedLink): OpenLink | null {
  const { token, permission, type, item_id: itemId, name } = attributes
  const owner = relationships.owner.data?.attributes
  if (!permission || !type || !itemId || name === null || !owner) return null
  return {
    ...{ token, permission, type, itemId, name, owner },
    expiresAt: attributes.expires_at,
    downloadsLeft: attributes.downloads_left,
  }
}
