import { browseNavigation, browseNavigationBelow } from '@coffer/contract/browse'
import { createFolder } from '@coffer/contract/items'
import { normaliseName } from '@coffer/contract/names'
import { ApiError, api } from '../../lib/api.ts'
import { answered } from './answered.ts'
import type { Transport } from './uploads.types.ts'

/** Makes a folder and those above it where they are missing. Each is asked for once a page. */
export function folderMaker(): Transport['makeFolder'] {
  const known = new Map<string, Promise<string>>()

  function ensure(parentId: string | null, name: string): Promise<string> {
    const key = `${parentId ?? ''}/${keyOf(name)}`
    const asked = known.get(key) ?? findOrMake(parentId, name)
    known.set(key, asked)
    // What is known may be gone by now.
    asked.catch(() => known.clear())
    return asked
  }

  return (parentId, path, signal) =>
    answered(
      (async () => {
        let place = parentId
        for (const name of path.split('/')) {
          signal.throwIfAborted()
          place = await ensure(place, name)
        }
      })(),
    )
}

async function findOrMake(parentId: string | null, name: string): Promise<string> {
  const found = await find(parentId, name)
  if (found) return found
  try {
    const body = { name, parent_id: parentId, on_conflict: 'skip' } as const
    return (await api(createFolder, { body })).data.id
  } catch (error) {
    // Made meanwhile, by a file that lies in it; or else a file of this name stands in its place.
    const id =
      error instanceof ApiError && error.is('item.name_taken') && (await find(parentId, name))
    if (id) return id
    throw error
  }
}

async function find(parentId: string | null, name: string): Promise<string | undefined> {
  const folders = await foldersIn(parentId)
  return folders.find(folder => keyOf(folder.name) === keyOf(name))?.id
}

async function foldersIn(parentId: string | null): Promise<{ id: string; name: string }[]> {
  if (parentId) return (await api(browseNavigationBelow, { params: { id: parentId } })).data
  const groups = (await api(browseNavigation, {})).data
  return groups.find(group => group.location === 'files')?.folders ?? []
}

const keyOf = (name: string): string => normaliseName(name).toLowerCase()
