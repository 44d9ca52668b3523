import { nameError, PLAIN_TEXT, splitExtension, uploadName } from '@coffer/contract'
import type { OnConflict } from '@coffer/contract/items'
import { PATH_MAX_LENGTH, type UploadForm } from '@coffer/contract/uploads'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { disallowedType } from '../../lib/file-blacklist.ts'
import { detectType } from '../../lib/file-types.ts'
import { type Classification, classify } from '../document-types/index.ts'
import { findByPaths, type ItemView, requireDepth, requireFolder } from '../items/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { fileRejection, requireRequested } from '../upload-requests/index.ts'
import { foldersOf } from './uploads.rules.ts'

export interface UploadPolicy {
  settings: Settings
  parent: ItemView
  name: string
  originalName: string | null
  /** Whether it replaces a file that the guest of a request has sent. */
  isReplacing: boolean
  classification: Classification
}

function requireName(name: string, field: string): string {
  const error = nameError(name)
  if (error)
    throw new AppError('item.name_invalid', { errors: { [field]: [`validation.name.${error}`] } })
  return name
}

export const tooLarge = (limit: number) => new AppError('upload.too_large', { values: { limit } })

/** The size limit of an upload in bytes; 0 in the settings means no limit (UPL-23). */
export const limitOf = ({ upload_limit }: Settings): number =>
  upload_limit === 0 ? Number.MAX_SAFE_INTEGER : upload_limit

export interface ClaimedFile {
  filename: string
  path: string
  /** The depth of the folder that the path starts in. */
  depth: number
  size?: number | undefined
  /** The type that the client declares; it can reject a file but never allow one. */
  type?: string | undefined
}

/** Checks name, path, size and type of a declared file. @returns the name that the file gets */
export function requireAllowedName(
  settings: Settings,
  actor: Actor,
  { filename, path, depth, size, type }: ClaimedFile,
): Pick<UploadPolicy, 'name' | 'originalName'> {
  const requestedName = requireName(filename.normalize('NFC'), 'filename')
  const name = uploadName(requestedName)
  if (path.length > PATH_MAX_LENGTH || !PLAIN_TEXT.test(path))
    throw new AppError('item.name_invalid', { errors: { path: ['validation.invalid'] } })
  const folders = foldersOf(path)
  requireDepth(depth + folders.length)
  for (const folder of folders) requireName(folder, 'path')
  // Checks the name as sent, because the stored name may turn a space before an extension into a
  // hyphen.
  requireAllowedType(settings, requestedName, type ? [type.toLowerCase()] : [])
  if (size === 0) throw new AppError('upload.empty', { values: { file: name } })
  if ((size ?? 0) > limitOf(settings)) throw tooLarge(settings.upload_limit)
  requireRequested(actor, { filename: name, size })
  return { name, originalName: requestedName === name ? null : requestedName }
}

export interface NamedFile {
  /** The folders below that of the upload. */
  folders: readonly string[]
  name: string
  onConflict: OnConflict
}

export const namedFile = (file: {
  filename: string
  path: string
  on_conflict: OnConflict
}): NamedFile => ({
  folders: foldersOf(file.path),
  name: uploadName(file.filename),
  onConflict: file.on_conflict,
})

/** Which of several files replace one that the guest of a request has sent; false for other actors. */
export async function findReplacing(
  db: Db,
  actor: Actor,
  folderId: string,
  files: readonly NamedFile[],
): Promise<boolean[]> {
  const replacing = files.filter(file => file.onConflict === 'replace')
  if (actor.kind !== 'request' || replacing.length === 0) return files.map(() => false)
  const paths = replacing.map(({ folders, name }) => [...folders, name])
  const existing = await findByPaths(db, folderId, paths, actor.guestId)
  const replaced = new Set(replacing.filter((_, index) => existing[index]?.type === 'file'))
  return files.map(file => replaced.has(file))
}

/** Checks everything that can be checked before a byte is stored. */
export async function validateUpload(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  actor: Actor,
  form: UploadForm,
): Promise<UploadPolicy> {
  const settings = await readSettings(db)
  const { folder: parent } = await requireFolder(db, actor, form.parent_id)
  await requireUnrestricted(db, actor, [parent], 'canUpload')
  const { name, originalName } = requireAllowedName(settings, actor, {
    filename: form.filename,
    path: form.path,
    depth: parent.depth,
    size: form.size,
  })
  const [isReplacing = false] = await findReplacing(db, actor, parent.id, [namedFile(form)])
  const rejection = isReplacing ? null : fileRejection(actor)
  if (rejection) throw rejection
  const { classification } = await classify(db, form)
  await blobs.requireFreeSpace(form.size ?? 0)
  return { settings, parent, name, originalName, isReplacing, classification }
}

/** Rejects a type on the blacklist and names it in the message (UPL-22). */
function requireAllowedType(settings: Settings, name: string, types: string[]): void {
  const type = disallowedType(settings.mimetypes_blacklist, name, types)
  if (type) throw new AppError('upload.type_not_allowed', { values: { type } })
}

/** Detects the type of a content by its first bytes and rejects it when it is on the blacklist. */
export async function requireAllowedContent(
  settings: Settings,
  name: string,
  head: Uint8Array,
): Promise<string> {
  const mimetype = await detectType(head, name)
  const [, ending] = splitExtension(name)
  requireAllowedType(settings, `content${ending}`, [mimetype])
  return mimetype
}
