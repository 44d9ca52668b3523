import { OnConflict } from '@coffer/contract/items'
import { z } from 'zod'

/** What is needed to know a file again and to go on with its upload. */
export const StoredUpload = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  lastModified: z.number(),
  path: z.string(),
  parentId: z.string().nullable(),
  at: z.number(),
  /** What it was begun with; only of those that this browser did not begin. */
  device: z.string().optional(),
  /** What was chosen where its name is taken, unless both are to be kept. */
  onConflict: OnConflict.optional(),
  /** What it is as a document. */
  document: z.object({ tipo_id: z.string(), subcategory_id: z.string() }).optional(),
  /** Leads to the file, or to the folder that it came in, where the browser offers that. */
  handle: z.custom<FileSystemHandle>(isHandle).optional(),
  /** It was paused by hand, and goes on only by hand. */
  held: z.boolean().optional(),
})
export type StoredUpload = z.infer<typeof StoredUpload>
/** Its client did not say when the file was changed: name and size have to do. */
export const UNKNOWN_DATE = -1

/** What is kept of an upload while it is unfinished. */
export type Unfinished = Omit<StoredUpload, 'at'>

/** Where the page came without encryption there are none. */
function isHandle(value: unknown): boolean {
  return typeof FileSystemHandle !== 'undefined' && value instanceof FileSystemHandle
}

type FileTraits = Pick<File, 'name' | 'size'>

/** Alike for all uploads that a file may be meant by, so that they are found among thousands. */
export const uploadFingerprint = ({ name, size }: FileTraits): string =>
  `${size} ${name.normalize('NFC')}`

/** The remembered upload of a file that was chosen again; of two, the one meant for this folder. */
export function matchStoredUpload(
  list: Iterable<StoredUpload>,
  file: FileTraits & Pick<File, 'lastModified'>,
  path: string,
  parentId: string | null | undefined,
): StoredUpload | null {
  const traits = uploadFingerprint(file)
  const same = [...list].filter(
    entry =>
      uploadFingerprint(entry) === traits &&
      (entry.lastModified === file.lastModified || entry.lastModified === UNKNOWN_DATE),
  )
  // Chosen to go on with earlier uploads, a file needs no path and no folder.
  if (parentId === undefined) return same.find(entry => entry.path === path) ?? same[0] ?? null
  return same.find(entry => entry.path === path && entry.parentId === parentId) ?? null
}
