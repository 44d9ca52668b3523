import { browseNavigation } from '@coffer/contract/browse'
import { normaliseName } from '@coffer/contract/names'
import { ApiError, api } from '../../lib/api.ts'
import type { ApiScope } from '../../lib/api-scope.ts'
import { toAnswer } from './answered.ts'
import type { Transport } from './uploads.types.ts'

/** Makes a folder and those above it where they are missing. Each is asked for once a page. */
export function folderMaker(scope: () => ApiScope): Transport['makeFolder'] {
  const known = new Map<string, Promise<string>>()

  function ensure(parentId: string | null, name: string): Promise<string> {
    const key = `${parentId ?? ''}/${keyOf(name)}`
    const asked = known.get(key) ?? findOrMake(scope(), parentId, name)
    known.set(key, asked)
    // What is known may be gone by now.
    asked.catch(() => known.clear())
    return asked
  }

  return (parentId, path, signal) =>
    toAnswer(
      (async () => {
        let place = parentId
        for (const name of path.split('/')) {
          signal.throwIfAborted()
          place = await ensure(place, name)
        }
      })(),
    )
}

async function findOrMake(scope: ApiScope, parentId: string | null, name: string): Promise<string> {
  const found = await find(scope, parentId, name)
  if (found) return found
  try {
    const body = { name, parent_id: parentId, on_conflict: 'skip' } as const
    return (await api(scope.createFolder, { body })).data.id
  } catch (error) {
    // Made meanwhile, by a file that lies in it; or else a file of this name stands in its place.
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
    const ask = { params: { id: parentId }, query: { name } }
    return (await api(scope.browseNavigationBelow, ask)).data[0]?.id
  }
  const [files] = (await api(browseNavigation, { query: { location: 'files', name } })).data
  return files?.folders[0]?.id
}

const keyOf = (name: string): string => normaliseName(name).toLowerCase()
