import { normaliseName } from '@coffer/contract'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { nameKey, shortenedName, sortName } from '../../lib/item-names.ts'
import { quotas } from '../quotas/index.ts'
import { findTooDeep } from './depth.repository.ts'
import * as items from './items.repository.ts'
import * as liveItems from './live-items.repository.ts'
import { freeNameIn } from './name-conflicts.service.ts'
import { recordTeamChanges } from './ownership.repository.ts'

export const { measureLiveItems } = liveItems

interface Transfer {
  from: string
  to: string
  /** Name of the new folder at the recipient's root, which receives the items. */
  folderName: string
}

/** A name of a person as the name of a folder. */
const toFolderName = (name: string): string => {
  const folderName = shortenedName(normaliseName(name).replaceAll('/', '-')).trim()
  return /^\.*$/.test(folderName) ? 'home' : folderName
}

async function freeName(tx: Db, parentId: string, name: string): Promise<string> {
  return (await items.findByName(tx, parentId, name)) ? freeNameIn(tx, parentId, name) : name
}

/**
 * Transfers all live items of a user to another one: team folders to the recipient's root, the rest
 * into a new folder. Folders that would be too deep in it go to the root as well. Shares, upload
 * requests and memberships stay. Expects both owners locked.
 * @returns false when the recipient has too little quota; nothing has changed then
 */
export async function transferLiveItems(
  tx: Db,
  { newId, now }: Pick<Deps, 'newId' | 'now'>,
  { from, to, folderName }: Transfer,
): Promise<boolean> {
  const { bytes } = await liveItems.measureLiveItems(tx, from)
  if (!(await quotas.use(tx, to, bytes, 0))) return false
  await quotas.free(tx, from, bytes)
  const teams = await liveItems.findTeamFolders(tx, from)
  const tooDeep = await findTooDeep(tx, liveItems.selectRootItems(tx, from), 1)
  const toRoot = [...teams, ...tooDeep]
  for (const folder of toRoot) {
    const name = await freeName(tx, to, folder.name)
    const keys =
      name === folder.name ? {} : { name, name_key: nameKey(name), sort_name: sortName(name) }
    await liveItems.moveFolder(tx, folder.id, { parent_id: to, ...keys })
  }
  await items.addToCounts(tx, to, { folders: toRoot.length, files: 0 })
  const counts = await liveItems.countRootItems(tx, from)
  if (counts.folders + counts.files > 0) {
    const id = newId()
    const at = now().getTime()
    await items.insertItem(tx, {
      id,
      owner_id: to,
      creator_id: to,
      parent_id: to,
      type: 'folder',
      name: await freeName(tx, to, toFolderName(folderName)),
      created_at: at,
      updated_at: at,
    })
    await liveItems.moveRootItems(tx, from, id)
    await items.addToCounts(tx, id, counts)
    await items.addToCounts(tx, to, { folders: 1, files: 0 })
  }
  await liveItems.changeOwner(tx, { from, to })
  await items.addToCounts(tx, from, {
    folders: -counts.folders - toRoot.length,
    files: -counts.files,
  })
  await recordTeamChanges(
    tx,
    teams.map(team => team.id),
  )
  // They may have been a member of a folder that they own now.
  if (teams.length > 0) recordChange(tx, 'team', [to])
  return true
}
