import { type Actor, viewerOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import { nameKey } from '../../lib/item-names.ts'
import { queuePreviews } from '../previews/index.ts'
import * as contents from './contents.repository.ts'
import {
  type ContentDeps,
  folderNamed,
  type NewFile,
  newBlobRow,
  newFileRow,
  newFileView,
  replaceContent,
  type TargetFolder,
} from './contents.service.ts'
import { folderCapacity } from './folder-capacity.service.ts'
import * as items from './items.repository.ts'
import { isVisibleTo } from './items.rules.ts'
import { freeNameIn } from './name-conflicts.service.ts'

/** The outcome of one file: its item, or the error when its name is taken. */
export type Added = items.ItemView | AppError

interface ResolvedFiles {
  /** New files with the names that they get. */
  newFiles: Map<NewFile, string>
  replacing: Map<NewFile, ItemRow>
  rejected: Set<NewFile>
}

/**
 * Decides what happens to a file whose name may be taken. Items that the actor cannot see only
 * block names.
 */
function resolveConflict(
  actor: Actor,
  { onConflict }: NewFile,
  namesake: ItemRow | undefined,
  isAssigned: boolean,
): 'rejected' | 'new' | ItemRow {
  const visible = namesake && isVisibleTo(actor, namesake) ? namesake : undefined
  if (onConflict === 'skip' && (visible || isAssigned)) return 'rejected'
  return onConflict === 'replace' && visible?.type === 'file' ? visible : 'new'
}

/** Resolves the names of files that go into one folder, with one query for the existing ones. */
async function resolveFileNames(
  tx: Db,
  actor: Actor,
  folder: TargetFolder,
  files: readonly NewFile[],
): Promise<ResolvedFiles> {
  const keys = files.map(file => nameKey(file.name))
  const existing = await items.findByKeys(tx, folder.id, keys)
  const assigned = new Set<string>()
  const resolved: ResolvedFiles = { newFiles: new Map(), replacing: new Map(), rejected: new Set() }
  for (const file of files) {
    const key = nameKey(file.name)
    const namesake = existing.get(key)
    const isTaken = namesake !== undefined || assigned.has(key)
    const resolution = resolveConflict(actor, file, namesake, assigned.has(key))
    if (resolution === 'rejected') resolved.rejected.add(file)
    else if (resolution !== 'new') resolved.replacing.set(file, resolution)
    else {
      const name = isTaken ? await freeNameIn(tx, folder.id, file.name, assigned) : file.name
      assigned.add(nameKey(name))
      resolved.newFiles.set(file, name)
    }
  }
  return resolved
}

/**
 * Replaces one at a time, because two files may replace the same item and each leaves a version.
 */
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

/** Returns a function that finds or creates the folder of a path, resolving each path once. */
function folderResolver(tx: Db, deps: ContentDeps, actor: Actor, parent: TargetFolder) {
  const foldersByPath = new Map<string, TargetFolder>()
  const capacity = folderCapacity(tx, actor)
  return async (folders: readonly string[]): Promise<TargetFolder> => {
    let folder = parent
    let path = ''
    for (const name of folders) {
      path += `/${nameKey(name)}`
      const next =
        foldersByPath.get(path) ?? (await folderNamed(tx, deps, actor, folder, { name, capacity }))
      foldersByPath.set(path, next)
      folder = next
    }
    return folder
  }
}

/**
 * Creates files from many stored blobs, with a number of statements that depends on the number of
 * folders, not of files. Expects the owner's tree to be locked.
 * @returns the outcome of each file, in order
 */
export async function addFiles(
  tx: Db,
  deps: ContentDeps,
  actor: Actor,
  parent: TargetFolder,
  files: readonly NewFile[],
): Promise<Added[]> {
  const resolveFolder = folderResolver(tx, deps, actor, parent)
  const byFolder = new Map<string, { folder: TargetFolder; files: NewFile[] }>()
  for (const file of files) {
    const folder = await resolveFolder(file.folders)
    const group = byFolder.get(folder.id) ?? { folder, files: [] }
    byFolder.set(folder.id, group)
    group.files.push(file)
  }
  const added = new Map<NewFile, Added>()
  for (const group of byFolder.values()) await addToFolder(tx, deps, actor, group, added)
  return files.map(file => added.get(file) as Added)
}

async function addToFolder(
  tx: Db,
  deps: ContentDeps,
  actor: Actor,
  { folder, files }: { folder: TargetFolder; files: readonly NewFile[] },
  added: Map<NewFile, Added>,
): Promise<void> {
  const { newFiles, replacing, rejected } = await resolveFileNames(tx, actor, folder, files)
  const at = deps.now().getTime()
  for (const file of rejected) added.set(file, new AppError('item.name_taken'))
  const stored = [...newFiles.keys(), ...replacing.keys()]
  if (stored.length === 0) return
  await contents.insertBlobs(
    tx,
    stored.map(file => newBlobRow(file, at)),
  )
  await queuePreviews(tx, deps, stored)
  const rows = await items.insertItems(
    tx,
    [...newFiles].map(([file, name]) => newFileRow(deps, actor, folder, { ...file, name }, at)),
  )
  if (rows.length > 0) await items.addToCounts(tx, folder.id, { folders: 0, files: rows.length })
  for (const [index, file] of [...newFiles.keys()].entries())
    added.set(file, newFileView(rows[index] as ItemRow, actor, folder, file))
  for (const [file, { id }] of replacing)
    added.set(file, await replaceOne(tx, deps, actor, id, file))
}
