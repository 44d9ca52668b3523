import { nameError, PLAIN_TEXT, splitExtension, uploadName } from '@coffer/contract'
import { PATH_MAX_LENGTH, type UploadForm } from '@coffer/contract/uploads'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { detectType } from '../../lib/file-types.ts'
import { type Classification, classify } from '../document-types/index.ts'
import { type ItemView, requireDepth, requireFolder } from '../items/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { requireRequested } from '../upload-requests/index.ts'
import { disallowedType, foldersOf } from './uploads.rules.ts'

export interface UploadPolicy {
  settings: Settings
  parent: ItemView
  name: string
  originalName: string | null
  classification: Classification
}

function requireName(name: string, field: string): string {
  const fault = nameError(name)
  if (fault)
    throw new AppError('item.name_invalid', { errors: { [field]: [`validation.name.${fault}`] } })
  return name
}

export const tooLarge = (limit: number) => new AppError('upload.too_large', { values: { limit } })

/** The most that an upload may bring. Spec §5: 0 means no limit. */
export const limitOf = ({ upload_limit }: Settings): number =>
  upload_limit === 0 ? Number.MAX_SAFE_INTEGER : upload_limit

export interface ClaimedFile {
  filename: string
  path: string
  /** Of the folder that the path starts in. */
  depth: number
  size?: number | undefined
  /** What its client takes it for: never a reason to let it in. */
  type?: string | undefined
}

/** What is refused by its name, size and type alone. @returns the name that it gets */
export function requireAllowedName(
  settings: Settings,
  actor: Actor,
  { filename, path, depth, size, type }: ClaimedFile,
): Pick<UploadPolicy, 'name' | 'originalName'> {
  const given = requireName(filename.normalize('NFC'), 'filename')
  const name = uploadName(given)
  if (path.length > PATH_MAX_LENGTH || !PLAIN_TEXT.test(path))
    throw new AppError('item.name_invalid', { errors: { path: ['validation.invalid'] } })
  const folders = foldersOf(path)
  requireDepth(depth + folders.length)
  for (const folder of folders) requireName(folder, 'path')
  // As given: behind a hyphen that was a space an ending would look like another.
  requireAllowedType(settings, given, type ? [type.toLowerCase()] : [])
  if (size === 0) throw new AppError('upload.empty', { values: { file: name } })
  if ((size ?? 0) > limitOf(settings)) throw tooLarge(settings.upload_limit)
  requireRequested(actor, { filename: name, size })
  return { name, originalName: given === name ? null : given }
}

/** Everything that can be refused before a byte is kept. */
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
  const { classification } = await classify(db, form)
  await blobs.requireFreeSpace(form.size ?? 0)
  return { settings, parent, name, originalName, classification }
}

/** Spec §5: refused with an alert that names the type. */
function requireAllowedType(settings: Settings, name: string, types: string[]): void {
  const type = disallowedType(settings.mimetypes_blacklist, name, types)
  if (type) throw new AppError('upload.type_not_allowed', { values: { type } })
}

/** The type of a content, refused where its first bytes give it away. */
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
