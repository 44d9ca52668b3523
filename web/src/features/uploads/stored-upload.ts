import { OnConflict } from '@coffer/contract/items'
import { z } from 'zod'

/** The stored part of an unfinished upload: enough to recognise its file and resume it. */
export const StoredUpload = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  /** Null when the client did not send it: name and size must suffice. */
  lastModified: z.number().nullable(),
  path: z.string(),
  parentId: z.string().nullable(),
  at: z.number(),
  /** The device that began it; only for uploads of other devices. */
  device: z.string().optional(),
  /** The chosen conflict resolution; absent for `rename`. */
  onConflict: OnConflict.optional(),
  /** The chosen document type. */
  document: z.object({ tipo_id: z.string(), subcategory_id: z.string() }).optional(),
  /** Handle of the file, or of the folder it came in, where the browser supports that. */
  handle: z.custom<FileSystemHandle>(isHandle).optional(),
  /** The user paused it, so it resumes only when the user asks. */
  held: z.boolean().optional(),
})
export type StoredUpload = z.infer<typeof StoredUpload>

/** An entry before the store adds its time. */
export type Unfinished = Omit<StoredUpload, 'at'>

/** Browsers offer no file handles outside of secure contexts. */
function isHandle(value: unknown): boolean {
  return typeof FileSystemHandle !== 'undefined' && value instanceof FileSystemHandle
}

type FileTraits = Pick<File, 'name' | 'size'>

/** Index key: equal for all uploads that a file may belong to. */
export const uploadFingerprint = ({ name, size }: FileTraits): string =>
  `${size} ${name.normalize('NFC')}`

/**
 * Finds the stored upload of a file that was chosen again. `parentId` undefined matches any folder.
 */
export function matchStoredUpload(
  list: Iterable<StoredUpload>,
  file: FileTraits & Pick<File, 'lastModified'>,
  path: string,
  parentId: string | null | undefined,
): StoredUpload | null {
  const fingerprint = uploadFingerprint(file)
  const matches = [...list].filter(
    entry =>
      uploadFingerprint(entry) === fingerprint &&
      (entry.lastModified === file.lastModified || entry.lastModified === null),
  )
  // A file that was chosen to resume uploads needs no matching path or folder.
  if (parentId === undefined)
    return matches.find(entry => entry.path === path) ?? matches[0] ?? null
  return matches.find(entry => entry.path === path && entry.parentId === parentId) ?? null
}
