import { OnConflict } from '@coffer/contract/items'
import { z } from 'zod'
import { newId } from '../../lib/new-id.ts'

/** What is needed to know a file again and to go on with its upload. */
const Remembered = z.object({
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
export type Remembered = z.infer<typeof Remembered>
/** Its client did not say when the file was changed: name and size have to do. */
export const UNKNOWN_DATE = -1
const RememberedList = z.array(Remembered)

/** The server cleans away what has not moved for a day. */
const KEPT_MS = 86_400_000
export const MOST_REMEMBERED = 1000

/** Keeps what localStorage could not: handles. */
export interface Shelf {
  keys(): Promise<IDBValidKey[]>
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  del(key: string): Promise<void>
}

interface MemoryPorts {
  shelf: Shelf
  /** Held by the tabs that live. Missing where the page came without encryption. */
  locks: Pick<LockManager, 'request'> | undefined
  now: () => number
}

/** Unfinished uploads, kept in this browser. Each tab has its own list and inherits those of closed tabs. */
export function createMemory(userId: string, { shelf, locks, now }: MemoryPorts) {
  const place = `${userId}.`
  const own = place + newId()
  // Held as long as the tab lives.
  void locks?.request(own, () => new Promise(() => {})).catch(() => {})

  async function take(key: string): Promise<Remembered[]> {
    const list = RememberedList.safeParse(await shelf.get(key)).data ?? []
    await shelf.del(key)
    return list.filter(({ at }) => now() - at < KEPT_MS)
  }

  return {
    /**
     * Hands on the lists of tabs that are closed, and of others once they are: after a reload the
     * page before may still be on its way out.
     */
    async inherit(found: (list: Remembered[]) => void): Promise<void> {
      const hand = async (key: string) => found(await take(key))
      const keys = await shelf.keys().catch(() => [])
      for (const key of keys) {
        if (typeof key !== 'string' || !key.startsWith(place) || key === own) continue
        void (locks ? locks.request(key, () => hand(key)) : hand(key)).catch(() => {})
      }
    },
    async save(list: readonly Omit<Remembered, 'at'>[]): Promise<void> {
      const stamped = list.slice(0, MOST_REMEMBERED).map(entry => ({ ...entry, at: now() }))
      // A full storage costs the memory of these uploads, not the uploads.
      await (stamped.length > 0 ? shelf.set(own, stamped) : shelf.del(own)).catch(() => {})
    },
  }
}
export type Memory = ReturnType<typeof createMemory>

/** Where the page came without encryption there are none. */
function isHandle(value: unknown): boolean {
  return typeof FileSystemHandle !== 'undefined' && value instanceof FileSystemHandle
}

/** The remembered upload of a file that was chosen again; of two, the one meant for this folder. */
export function recognise(
  list: readonly Remembered[],
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
  path: string,
  parentId: string | null | undefined,
): Remembered | null {
  const same = list.filter(
    entry =>
      entry.name.normalize('NFC') === file.name.normalize('NFC') &&
      entry.size === file.size &&
      (entry.lastModified === file.lastModified || entry.lastModified === UNKNOWN_DATE),
  )
  // Chosen to go on with earlier uploads, a file needs no path and no folder.
  if (parentId === undefined) return same.find(entry => entry.path === path) ?? same[0] ?? null
  return same.find(entry => entry.path === path && entry.parentId === parentId) ?? null
}
