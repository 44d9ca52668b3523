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
})
export type Remembered = z.infer<typeof Remembered>
/** Its client did not say when the file was changed: name and size have to do. */
export const UNKNOWN_DATE = -1
const RememberedList = z.array(Remembered)

const PREFIX = 'coffer.uploads'
/** The server cleans away what has not moved for a day. */
const KEPT_MS = 86_400_000
const MOST = 1000

interface MemoryPorts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  /** Held by the tabs that live. Missing where the page came without encryption. */
  locks: Pick<LockManager, 'request'> | undefined
  now: () => number
}

/** Unfinished uploads, kept in this browser. Each tab has its own list and inherits those of closed tabs. */
export function createMemory(userId: string, { storage, locks, now }: MemoryPorts) {
  const place = `${PREFIX}.${userId}.`
  const own = place + newId()
  // Held as long as the tab lives.
  void locks?.request(own, () => new Promise(() => {})).catch(() => {})

  function take(key: string): Remembered[] {
    const list = read(storage, key)
    storage.removeItem(key)
    return list.filter(({ at }) => now() - at < KEPT_MS)
  }

  return {
    /**
     * Hands on the lists of tabs that are closed, and of others once they are: after a reload the
     * page before may still be on its way out.
     */
    inherit(found: (list: Remembered[]) => void): void {
      for (const key of keysOf(storage)) {
        if (!key.startsWith(place) || key === own) continue
        if (locks) void locks.request(key, () => found(take(key))).catch(() => {})
        else found(take(key))
      }
    },
    save(list: readonly Omit<Remembered, 'at'>[]): void {
      const stamped = list.slice(0, MOST).map(entry => ({ ...entry, at: now() }))
      try {
        if (stamped.length === 0) storage.removeItem(own)
        else storage.setItem(own, JSON.stringify(stamped))
      } catch {
        // A full storage costs the memory of these uploads, not the uploads.
        storage.removeItem(own)
      }
    },
  }
}
export type Memory = ReturnType<typeof createMemory>

const keysOf = (storage: MemoryPorts['storage']): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

function read(storage: MemoryPorts['storage'], key: string): Remembered[] {
  try {
    return RememberedList.safeParse(JSON.parse(storage.getItem(key) ?? '[]')).data ?? []
  } catch {
    return []
  }
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
