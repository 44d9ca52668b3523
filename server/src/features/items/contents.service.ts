import type { OnConflict } from '@coffer/contract/items'
import { type Actor, creatorOf, requestGuestId, viewerOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { categoryOf } from '../../lib/file-types.ts'
import { nameKey } from '../../lib/item-names.ts'
import { type Classification, columnsOf } from '../document-types/index.ts'
import { queuePreviews } from '../previews/index.ts'
import { quotas } from '../quotas/index.ts'
import * as contents from './contents.repository.ts'
import { folderCapacity } from './folder-capacity.service.ts'
import type { NewItem } from './inserting.repository.ts'
import * as items from './items.repository.ts'
import { isVisibleTo } from './items.rules.ts'
import { insertFolder, type NewFolder } from './items.service.ts'
import { chooseNumbered, freeNameIn } from './name-conflicts.service.ts'
import { pruneVersions, singleFile } from './pruning.repository.ts'

export interface NewFile {
  name: string
  originalName: string | null
  /** Folders below the parent that are created when missing, outermost first. */
  folders: string[]
  blobId: string
  sizeBytes: number
  sha256: string | null
  /** Computed when a ZIP first needs it, unless it is known. */
  crc32: number | null
  /** The id of the store that has the content. */
  store: number
  mimetype: string
  /** Its classification as a document; a replaced file that is already a document keeps its own. */
  classification: Classification
  onConflict: OnConflict
  versionsKept: number
  /** When the content was last changed at its source, as epoch milliseconds; null when unknown. */
  modifiedAt: number | null
}

/** Limits a modification time to now, as a client's clock may be ahead. */
const contentTime = (modifiedAt: number | null, now: number): number =>
  Math.min(modifiedAt ?? now, now)

export type TargetFolder = Pick<
  items.ItemWithAncestors,
  'id' | 'owner_id' | 'owner_name' | 'owner_restricted' | 'team_id' | 'team_permission' | 'depth'
>
export type ContentDeps = Pick<Deps, 'now' | 'newId' | 'jobs' | 'media'>

/**
 * Returns the folder of that name, creating it when missing. When a file or another guest's folder
 * has the name, uses the next numbered name, so that later files of the same path find the same
 * folder.
 */
export async function folderNamed(
  tx: Db,
  deps: ContentDeps,
  actor: Actor,
  parent: TargetFolder,
  { name, capacity }: Required<Pick<NewFolder, 'name' | 'capacity'>>,
): Promise<TargetFolder> {
  const use = async (candidate: string, existing: ItemRow | undefined) => {
    if (!existing) {
      const id = await insertFolder(tx, deps, actor, parent, { name: candidate, capacity })
      return { id, team_id: parent.team_id }
    }
    return existing.type === 'folder' && isVisibleTo(actor, existing) ? existing : undefined
  }
  const first = await use(name, await items.findByName(tx, parent.id, name))
  const folder =
    first ??
    (await chooseNumbered(name, async names => {
      const existing = await items.findByKeys(tx, parent.id, names.map(nameKey))
      for (const candidate of names) {
        const used = await use(candidate, existing.get(nameKey(candidate)))
        if (used !== undefined) return used
      }
      return undefined
    }))
  // An existing folder may be a team folder.
  return { ...parent, id: folder.id, team_id: folder.team_id, depth: parent.depth + 1 }
}

/**
 * Replaces the content of a file; the current content becomes a version. No bytes are copied. A
 * file that a guest sent is no longer theirs once someone else replaces its content.
 * @returns the id of the version
 */
export async function replaceContent(
  tx: Db,
  { now, newId }: ContentDeps,
  actor: Actor,
  existing: ItemRow,
  file: Pick<NewFile, 'blobId' | 'sizeBytes' | 'mimetype' | 'versionsKept'> &
    Partial<Pick<NewFile, 'classification' | 'modifiedAt'>> & {
      /** The creator of the content, unless it is the caller. */
      creatorId?: string | null
    },
): Promise<string> {
  const callerId = creatorOf(actor).id
  const at = now().getTime()
  const id = newId()
  if (existing.blob_id)
    await contents.insertVersion(tx, {
      id,
      item_id: existing.id,
      blob_id: existing.blob_id,
      size_bytes: existing.size_bytes,
      mimetype: existing.mimetype,
      creator_id: existing.content_at === null ? existing.creator_id : existing.content_creator_id,
      created_at: existing.content_at ?? existing.created_at,
    })
  await contents.updateContent(tx, existing.id, {
    blob_id: file.blobId,
    size_bytes: file.sizeBytes,
    mimetype: file.mimetype,
    category: categoryOf(file.mimetype),
    content_creator_id: file.creatorId === undefined ? callerId : file.creatorId,
    guest_id: requestGuestId(actor),
    content_at: at,
    ...(existing.document_type_id === null &&
      file.classification &&
      columnsOf(file.classification)),
    updated_at: contentTime(file.modifiedAt ?? null, at),
  })
  const freed = await pruneVersions(tx, singleFile(existing.id), {
    keep: file.versionsKept,
    isByOwner: callerId === existing.owner_id,
    at,
  })
  if (freed > 0) await quotas.free(tx, existing.owner_id, freed)
  return id
}

/** The row of a blob that a file was stored as. */
export const newBlobRow = (
  { blobId, sizeBytes, sha256, crc32, store }: NewFile,
  at: number,
): contents.NewBlob => ({
  id: blobId,
  size_bytes: sizeBytes,
  sha256,
  crc32,
  store,
  created_at: at,
})

/** The row of a file that is new in its folder. */
export const newFileRow = (
  { newId }: Pick<ContentDeps, 'newId'>,
  actor: Actor,
  parent: TargetFolder,
  file: NewFile,
  at: number,
): NewItem => ({
  id: newId(),
  owner_id: parent.owner_id,
  parent_id: parent.id,
  type: 'file',
  name: file.name,
  original_name: file.originalName,
  size_bytes: file.sizeBytes,
  mimetype: file.mimetype,
  category: categoryOf(file.mimetype),
  blob_id: file.blobId,
  ...columnsOf(file.classification),
  creator_id: creatorOf(actor).id,
  guest_id: requestGuestId(actor),
  team_id: parent.team_id,
  created_at: at,
  updated_at: contentTime(file.modifiedAt, at),
})

/** The view of a file that the actor has just created. */
export const newFileView = (
  row: ItemRow,
  actor: Actor,
  parent: TargetFolder,
  { classification }: Pick<NewFile, 'classification'>,
): items.ItemView => ({
  ...row,
  ...classification,
  owner_name: parent.owner_name,
  creator_name: creatorOf(actor).name,
  team_permission: parent.team_permission,
  preview_key: null,
})

async function insertFile(
  tx: Db,
  deps: ContentDeps,
  actor: Actor,
  parent: TargetFolder,
  file: NewFile,
): Promise<items.ItemView> {
  const at = deps.now().getTime()
  const row = await items.insertItem(tx, newFileRow(deps, actor, parent, file, at))
  await items.addToCounts(tx, parent.id, { folders: 0, files: 1 })
  return newFileView(row, actor, parent, file)
}

/**
 * Creates a file from a stored blob. Expects the owner's tree to be locked and the bytes to be
 * counted.
 * @throws AppError `item.name_taken` when the name is taken and the conflict rule is `skip`
 */
export async function addFile(
  tx: Db,
  deps: ContentDeps,
  actor: Actor,
  parent: TargetFolder,
  file: NewFile,
): Promise<items.ItemView> {
  let folder = parent
  const capacity = folderCapacity(tx, actor)
  for (const name of file.folders)
    folder = await folderNamed(tx, deps, actor, folder, { name, capacity })
  const existing = await items.findByName(tx, folder.id, file.name)
  const isKnown = existing !== undefined && isVisibleTo(actor, existing)
  if (isKnown && file.onConflict === 'skip') throw new AppError('item.name_taken')
  await contents.insertBlob(tx, newBlobRow(file, deps.now().getTime()))
  await queuePreviews(tx, deps, [file])
  if (isKnown && existing.type === 'file' && file.onConflict === 'replace') {
    await replaceContent(tx, deps, actor, existing, file)
    return items.requireView(tx, existing.id, viewerOf(actor))
  }
  const name = existing ? await freeNameIn(tx, folder.id, file.name) : file.name
  return insertFile(tx, deps, actor, folder, { ...file, name })
}
