import type { Input } from '@coffer/contract'
import { DAY_MS } from '@coffer/contract/durations'
import type { ItemRef } from '@coffer/contract/items'
import type * as contract from '@coffer/contract/zip'
import type { ZipQuery } from '@coffer/contract/zip'
import { type Actor, actorKey } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { ByteRange } from '../../files/blob-store.ts'
import { type ItemView, isHome, requireFolder, requireItems } from '../items/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { addTraffic } from '../traffic/index.ts'
import { planFolder, planItems } from './plan-zip.service.ts'
import * as zip from './zip.repository.ts'
import { ZipLayout } from './zip-layout.ts'
import { safeName } from './zip-names.rules.ts'
import { bytesByOwner, type OwnerSection, soleOwner } from './zip-owners.rules.ts'

export interface ZipToSend {
  layout: ZipLayout
  filename: string
  /** The users whose traffic the download counts toward. */
  sections: readonly OwnerSection[]
}

export interface SelectedZip extends ZipToSend {
  /** The items whose rights apply to the archive. */
  tops: readonly Pick<ItemView, 'owner_id' | 'team_id'>[]
}

export type ZipInput = Pick<ZipQuery, 'items' | 'select_all_in' | 'except' | 'selection'>

const DEFAULT_FILENAME = 'files.zip'

const nameFor = (folder: ItemView | undefined): string =>
  folder && !isHome(folder) ? `${safeName(folder.name)}.zip` : DEFAULT_FILENAME

/** Trashed items are rejected, and items inside another selected folder are dropped. */
async function requireTops(deps: Pick<Deps, 'db'>, actor: Actor, refs: readonly ItemRef[]) {
  const itemsWithAncestors = await requireItems(deps.db, actor, refs, 'download')
  const items = itemsWithAncestors.map(({ item }) => item)
  await requireUnrestricted(deps.db, actor, items, 'canDownload')
  if (items.some(item => item.trashed_at !== null)) throw new AppError('item.not_found')
  const chosen = new Set(items.map(item => item.id))
  return itemsWithAncestors
    .filter(({ ancestors }) => !ancestors.slice(1).some(ancestor => chosen.has(ancestor.id)))
    .map(({ item }) => item)
}

async function loadSelection(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<ItemRef[]> {
  const selection = await zip.findSelection(db, id, actorKey(actor))
  if (!selection) throw new AppError('item.not_found')
  return JSON.parse(selection.items) as ItemRef[]
}

/**
 * Checks what the actor selected and lays out the archive; its length and ETag are known
 * afterwards.
 * @param onGrowth receives the size of the layout while it is planned, and may throw to end it
 */
export async function openZip(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { items, select_all_in, except, selection }: ZipInput,
  onGrowth: (layoutBytes: number) => void,
): Promise<SelectedZip> {
  if (select_all_in !== undefined && selection === undefined) {
    const folderId = select_all_in === 'all' ? null : select_all_in
    const { folder } = await requireFolder(deps.db, actor, folderId, 'download')
    await requireUnrestricted(deps.db, actor, [folder], 'canDownload')
    const layout = await planFolder(deps.db, folder, new Set(except), new ZipLayout(onGrowth))
    const sections = [soleOwner(folder.owner_id)]
    return { layout, filename: nameFor(folder), sections, tops: [folder] }
  }
  const refs = selection === undefined ? items : await loadSelection(deps, actor, selection)
  if (!refs) throw new AppError('request.invalid', { errors: { items: ['validation.required'] } })
  const tops = await requireTops(deps, actor, refs)
  const [first, ...more] = tops
  if (!first) throw new AppError('item.not_found')
  const { layout, sections } = await planItems(deps.db, tops, new ZipLayout(onGrowth))
  const isOneFolder = first.type === 'folder' && more.length === 0
  return { layout, filename: nameFor(isOneFolder ? first : undefined), sections, tops }
}

/** Per account or share, as stored. */
const KEPT_SELECTIONS_CHARACTERS = 1024 * 1024

/**
 * Stores a selection. It is checked here, so that the caller learns of errors at once, and again
 * when it is used. The oldest selections of the same account or share are deleted to stay within
 * the limit.
 */
export async function keepSelection(
  deps: Pick<Deps, 'db' | 'transact' | 'now' | 'newId'>,
  actor: Actor,
  { items }: Input<typeof contract.saveZipSelection>['body'],
): Promise<string> {
  const unique = [...new Map(items.map(item => [item.id, item])).values()]
  await requireTops(deps, actor, unique)
  const id = deps.newId()
  const actor_key = actorKey(actor)
  await deps.transact(async tx => {
    await zip.insertSelection(tx, {
      id,
      actor_key,
      items: JSON.stringify(unique),
      created_at: deps.now().getTime(),
    })
    await zip.deleteSelectionsBeyond(tx, actor_key, KEPT_SELECTIONS_CHARACTERS)
  })
  return id
}

/** Deletes stored selections older than a day. */
export const clearOldSelections = ({ transact, now }: Pick<Deps, 'transact' | 'now'>) =>
  transact(tx => zip.deleteSelectionsBefore(tx, now().getTime() - DAY_MS))

/** Adds the bytes sent to the traffic of each owner. */
export const countZipTraffic = (
  { transact, now }: Pick<Deps, 'transact' | 'now'>,
  { layout, sections }: ZipToSend,
  sent: ByteRange,
): Promise<void> =>
  transact(async tx => {
    const owners = bytesByOwner(layout, sections, sent).filter(({ bytes }) => bytes > 0)
    // Sorted, so that two transactions never deadlock.
    for (const { ownerId, bytes } of owners.sort((a, b) => (a.ownerId < b.ownerId ? -1 : 1)))
      await addTraffic(tx, ownerId, now(), { download_bytes: bytes })
  })
