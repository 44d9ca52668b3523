import { type Actor, creatorOf, requestGuestId, viewerOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import { categoryOf } from '../../lib/file-types.ts'
import { nameKey } from '../../lib/item-names.ts'
import { columnsOf } from '../document-types/index.ts'
import { queuePreviews } from '../previews/index.ts'
import * as contents from './contents.repository.ts'
import {
  type ContentDeps,
  contentTime,
  folderNamed,
  type NewFile,
  replaceContent,
  type TargetFolder,
} from './contents.service.ts'
import * as items from './items.repository.ts'
import { isVisibleTo } from './items.rules.ts'
import { freeNameIn } from './name-conflicts.service.ts'

/** What became of one of them: the item, or why its name keeps it out. */
export type Added = items.ItemView | AppError

interface Sorted {
  /** Under the name that they get. */
  fresh: Map<NewFile, string>
  replacing: Map<NewFile, ItemRow>
  refused: Set<NewFile>
}

/** What its name does to a file; what its sender may know nothing of is only in the way. */
function resolveConflict(
  actor: Actor,
  { onConflict }: NewFile,
  namesake: ItemRow | undefined,
  isGiven: boolean,
): 'refused' | 'fresh' | ItemRow {
  const met = namesake && isVisibleTo(actor, namesake) ? namesake : undefined
  if (onConflict === 'skip' && (met || isGiven)) return 'refused'
  return onConflict === 'replace' && met?.type === 'file' ? met : 'fresh'
}

/** Settles the names of files that go into one folder, with one look at what is there. */
async function sortOut(
  tx: Db,
  actor: Actor,
  place: TargetFolder,
  files: readonly NewFile[],
): Promise<Sorted> {
  const keys = files.map(file => nameKey(file.name))
  const existing = await items.findByKeys(tx, place.id, keys)
  const given = new Set<string>()
  const sorted: Sorted = { fresh: new Map(), replacing: new Map(), refused: new Set() }
  for (const file of files) {
    const key = nameKey(file.name)
    const namesake = existing.get(key)
    const isTaken = namesake !== undefined || given.has(key)
    const resolution = resolveConflict(actor, file, namesake, given.has(key))
    if (resolution === 'refused') sorted.refused.add(file)
    else if (resolution !== 'fresh') sorted.replacing.set(file, resolution)
    else {
      const name = isTaken ? await freeNameIn(tx, place.id, file.name, given) : file.name
      given.add(nameKey(name))
      sorted.fresh.set(file, name)
    }
  }
  return sorted
}

/** Two that replace the same file follow each other: each leaves a version of what it found. */
async function replaceOne(
  tx: Db,
  deps: ContentDeps,
  actor: Actor,
  itemId: string,
  file: NewFile,
): Promise<items.ItemView> {
  await replaceContent(tx, deps, actor, await items.requireView(tx, itemId, viewerOf(actor)), file)
  return items.requireView(tx, itemId, viewerOf(actor))
}

/** The folder of each file, found or made; each path is gone down once. */
function placesBelow(tx: Db, deps: ContentDeps, actor: Actor, parent: TargetFolder) {
  const known = new Map<string, TargetFolder>()
  return async (folders: readonly string[]): Promise<TargetFolder> => {
    let place = parent
    let path = ''
    for (const name of folders) {
      path += `/${nameKey(name)}`
      const next = known.get(path) ?? (await folderNamed(tx, deps, actor, place, name))
      known.set(path, next)
      place = next
    }
    return place
  }
}

/**
 * Makes many contents that are on disk visible as files, in a number of statements that follows
 * from the folders and not from the files. Expects the owner's tree to be locked.
 * @returns what became of each, in their order
 */
export async function addFiles(
  tx: Db,
  deps: ContentDeps,
  actor: Actor,
  parent: TargetFolder,
  files: readonly NewFile[],
): Promise<Added[]> {
  const placeOf = placesBelow(tx, deps, actor, parent)
  const byPlace = new Map<string, { place: TargetFolder; files: NewFile[] }>()
  for (const file of files) {
    const place = await placeOf(file.folders)
    const here = byPlace.get(place.id) ?? { place, files: [] }
    byPlace.set(place.id, here)
    here.files.push(file)
  }
  const added = new Map<NewFile, Added>()
  for (const here of byPlace.values()) await addHere(tx, deps, actor, here, added)
  return files.map(file => added.get(file) as Added)
}

async function addHere(
  tx: Db,
  deps: ContentDeps,
  actor: Actor,
  { place, files }: { place: TargetFolder; files: readonly NewFile[] },
  added: Map<NewFile, Added>,
): Promise<void> {
  const { fresh, replacing, refused } = await sortOut(tx, actor, place, files)
  const at = deps.now().getTime()
  const creator = creatorOf(actor)
  for (const file of refused) added.set(file, new AppError('item.name_taken'))
  const kept = [...fresh.keys(), ...replacing.keys()]
  if (kept.length === 0) return
  await contents.insertBlobs(
    tx,
    kept.map(({ blobId, sizeBytes, sha256, crc32 }) => ({
      id: blobId,
      size_bytes: sizeBytes,
      sha256,
      crc32: crc32 ?? null,
      created_at: at,
    })),
  )
  await queuePreviews(tx, deps, kept)
  const rows = await items.insertItems(
    tx,
    [...fresh].map(([file, name]) => ({
      id: deps.newId(),
      owner_id: place.owner_id,
      parent_id: place.id,
      type: 'file' as const,
      name,
      original_name: file.originalName,
      size_bytes: file.sizeBytes,
      mimetype: file.mimetype,
      category: categoryOf(file.mimetype),
      blob_id: file.blobId,
      ...columnsOf(file.classification),
      creator_id: creator.id,
      guest_id: requestGuestId(actor),
      team_id: place.team_id,
      created_at: at,
      updated_at: contentTime(file.modifiedAt, at),
    })),
  )
  if (rows.length > 0) await items.addToCounts(tx, place.id, { folders: 0, files: rows.length })
  const shown = {
    owner_name: place.owner_name,
    creator_name: creator.name,
    team_permission: place.team_permission,
    preview_key: null,
  }
  for (const [index, file] of [...fresh.keys()].entries())
    added.set(file, { ...(rows[index] as ItemRow), ...file.classification, ...shown })
  for (const [file, { id }] of replacing)
    added.set(file, await replaceOne(tx, deps, actor, id, file))
}
