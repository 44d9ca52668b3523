import { browseNavigation } from '@coffer/contract/browse'
import { normaliseName } from '@coffer/contract/names'
import { ApiError, api } from '../../lib/api.ts'
import type { ApiScope } from '../../lib/api-scope.ts'
import { toUploadResponse } from './answered.ts'
import type { FolderIds, Transport } from './uploads.types.ts'

/**
 * Returns a function that creates a folder and its missing parents. Each folder is requested once
 * per drop.
 */
export function createFolderMaker(scope: () => ApiScope): Transport['createFolder'] {
  function ensure(known: FolderIds, parentId: string | null, name: string): Promise<string> {
    const key = `${parentId ?? ''}/${toKey(name)}`
    const request = known.get(key) ?? findOrCreate(scope(), parentId, name)
    known.set(key, request)
    // The cached folders may no longer exist.
    request.catch(() => known.clear())
    return request
  }

  return ({ parentId, path, folderIds = new Map() }, signal) =>
    toUploadResponse(
      (async () => {
        let folderId = parentId
        for (const name of path.split('/')) {
          signal.throwIfAborted()
          folderId = await ensure(folderIds, folderId, name)
        }
      })(),
    )
}

async function findOrCreate(
  scope: ApiScope,
  parentId: string | null,
  name: string,
): Promise<string> {
  const existing = await find(scope, parentId, name)
  if (existing) return existing
  try {
    const body = { name, parent_id: parentId, on_conflict: 'skip' } as const
    return (await api(scope.createFolder, { body })).data.id
  } catch (error) {
    // Created concurrently, for example by an upload into it; otherwise a file has this name.
    const id =
      error instanceof ApiError &&
      error.is('item.name_taken') &&
      (await find(scope, parentId, name))
    if (id) return id
    throw error
  }
}

async function find(
  scope: ApiScope,
  parentId: string | null,
  name: string,
): Promise<string | undefined> {
  if (parentId) {
    const request = { params: { id: parentId }, query: { name } }
    return (await api(scope.browseNavigationBelow, request)).data[0]?.id
  }
  // Team folders share the names of home with its folders.
  for (const location of ['files', 'team-folders'] as const) {
    const [group] = (await api(browseNavigation, { query: { location, name } })).data
    const [folder] = group?.folders ?? []
    if (folder) return folder.id
  }
  return undefined
}

const toKey = (name: string): string => normaliseName(name).toLowerCase()
