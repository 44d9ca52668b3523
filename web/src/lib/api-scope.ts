import type { Endpoint } from '@coffer/contract'
import { browseFolder, browseNavigationBelow } from '@coffer/contract/browse'
import { createFolder, findConflicts, moveItems, renameItem } from '@coffer/contract/items'
import { searchItems } from '@coffer/contract/search'
import { removeItems } from '@coffer/contract/trash'
import { preflightUpload, uploadBatch } from '@coffer/contract/upload-batches'
import { cancelUpload, getUpload, uploadChunk } from '@coffer/contract/uploads'
import { downloadZip, keepZipSelection } from '@coffer/contract/zip'
import type { ToOptions } from '@tanstack/react-router'
import { createContext, use } from 'react'

/** What a browser of files asks of the server. A guest's calls take and answer the same. */
const ownCalls = {
  ...{ browseFolder, browseNavigationBelow },
  ...{ createFolder, renameItem, moveItems, removeItems },
  ...{ uploadChunk, getUpload, cancelUpload, preflightUpload, uploadBatch },
}
/** What those have besides who see more than they brought themselves. */
const optionalCalls = { searchItems, downloadZip, keepZipSelection, findConflicts }
type Calls = typeof ownCalls
export type OptionalCalls = typeof optionalCalls

/** The way by which somebody came in: which calls are his, and what is kept apart from the rest. */
export interface ApiScope extends Calls {
  kind: 'own' | 'share' | 'request'
  /** Null where taken names are numbered, and everything is told item by item. */
  more: OptionalCalls | null
  /** Null for the signed-in user's own; guests have a word for each link. */
  guest: string | null
  /** The folder in which a guest came in. A user's own top is none. */
  home: { id: string; name: string } | null
  /** Where a guest opens a folder; for users that depends on the list it is in. */
  addressOf: ((folderId: string | null) => ToOptions) | null
}

export const userScope: ApiScope = {
  kind: 'own',
  ...ownCalls,
  ...{ more: optionalCalls, guest: null, home: null, addressOf: null },
}

interface GuestScopeOptions extends Pick<ApiScope, 'home' | 'addressOf'> {
  kind: 'share' | 'request'
  token: string
  calls: Record<keyof Calls, Endpoint>
  more: Record<keyof OptionalCalls, Endpoint> | null
}

/** The token goes into each path here, so that whoever makes a call need not know of it. */
export function createGuestScope({
  kind,
  token,
  calls,
  more,
  ...rest
}: GuestScopeOptions): ApiScope {
  const by = (some: Record<string, Endpoint>) =>
    Object.fromEntries(
      Object.entries(some).map(([name, call]) => {
        const path = call.path.replace(':token', encodeURIComponent(token))
        return [name, { ...call, path }]
      }),
    )
  return {
    kind,
    ...(by(calls) as Calls),
    more: more && (by(more) as OptionalCalls),
    guest: `${kind} ${token}`,
    ...rest,
  }
}

export const ApiScopeContext = createContext(userScope)
export const useApiScope = (): ApiScope => use(ApiScopeContext)
