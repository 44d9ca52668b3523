import type { Endpoint } from '@coffer/contract'
import { browseFolder, browseNavigationBelow } from '@coffer/contract/browse'
import { createFolder, findConflicts, moveItems, renameItem } from '@coffer/contract/items'
import { searchItems } from '@coffer/contract/search'
import { removeItems } from '@coffer/contract/trash'
import { preflightUpload, uploadBatch } from '@coffer/contract/upload-batches'
import { cancelUpload, getUpload, uploadChunk } from '@coffer/contract/uploads'
import { downloadZip, saveZipSelection } from '@coffer/contract/zip'
import type { ToOptions } from '@tanstack/react-router'
import { createContext, use } from 'react'

/**
 * API calls that every file browser needs. Guest endpoints have the same parameters and responses.
 */
const basicCalls = {
  browseFolder,
  browseNavigationBelow,
  createFolder,
  renameItem,
  moveItems,
  removeItems,
  uploadChunk,
  getUpload,
  cancelUpload,
  preflightUpload,
  uploadBatch,
}
/** Calls for scopes that can see more than their own uploads. */
const optionalCalls = { searchItems, downloadZip, saveZipSelection, findConflicts }
type Calls = typeof basicCalls
export type OptionalCalls = typeof optionalCalls

/**
 * Access scope: the API calls offered to one kind of caller, and the key that separates its cached
 * data.
 */
export interface ApiScope extends Calls {
  kind: 'own' | 'share' | 'request'
  /** Null when taken names are always numbered and the responses report each item separately. */
  more: OptionalCalls | null
  /** Null for signed-in users; guests have one cache key per link. */
  guest: string | null
  /** The access root of a guest; null for users, whose root has no item. */
  home: { id: string; name: string } | null
  /** The route that opens a folder for a guest; for users it depends on the current list. */
  addressOf: ((folderId: string | null) => ToOptions) | null
}

export const userScope: ApiScope = {
  kind: 'own',
  ...basicCalls,
  more: optionalCalls,
  guest: null,
  home: null,
  addressOf: null,
}

interface GuestScopeOptions extends Pick<ApiScope, 'home' | 'addressOf'> {
  kind: 'share' | 'request'
  token: string
  calls: Record<keyof Calls, Endpoint>
  more: Record<keyof OptionalCalls, Endpoint> | null
}

/**
 * Builds the scope of a guest and fills the token into each path, so that callers do not need it.
 */
export function createGuestScope({
  kind,
  token,
  calls,
  more,
  ...rest
}: GuestScopeOptions): ApiScope {
  const fillToken = (endpoints: Record<string, Endpoint>) =>
    Object.fromEntries(
      Object.entries(endpoints).map(([name, call]) => {
        const path = call.path.replace(':token', encodeURIComponent(token))
        return [name, { ...call, path }]
      }),
    )
  return {
    kind,
    ...(fillToken(calls) as Calls),
    more: more && (fillToken(more) as OptionalCalls),
    guest: `${kind} ${token}`,
    ...rest,
  }
}

export const ApiScopeContext = createContext(userScope)
export const useApiScope = (): ApiScope => use(ApiScopeContext)
