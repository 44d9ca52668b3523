import { z } from 'zod'
import { newId } from '../../lib/new-id.ts'
import { StoredUpload, type Unfinished } from './stored-upload.ts'

const Page = z.array(StoredUpload)

/** The server cleans away what has not moved for a day. */
const KEPT_MS = 86_400_000
/** Written anew by then, so that what waits in an open tab does not get old. */
const FRESH_MS = 3_600_000
/** Kept and written as one: of ten thousand that arrive one by one, a few pages a second change. */
const PAGE = 500

/** Keeps what localStorage could not: handles. */
export interface HandleStorage {
  keys(): Promise<IDBValidKey[]>
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  del(key: string): Promise<void>
}

interface UploadStoreDeps {
  shelf: HandleStorage
  /** Held by the tabs that live. Missing where the page came without encryption. */
  locks: Pick<LockManager, 'request'> | undefined
  now: () => number
}

/** Unfinished uploads, kept in this browser. Each tab has its own list and inherits those of closed tabs. */
export function createUploadStore(userId: string, { shelf, locks, now }: UploadStoreDeps) {
  const place = `${userId}.`
  const own = place + newId()
  const pages = createPages()
  let written = new Map<number, { entries: readonly Unfinished[]; at: number }>()
  let writing: Promise<void> = Promise.resolve()
  // Held as long as the tab lives.
  void locks?.request(own, () => new Promise(() => {})).catch(() => {})

  /** Of all tabs that this person had; names of pages begin with the name of their tab. */
  const keysOf = async () => {
    const keys = await shelf.keys().catch(() => [])
    return keys.flatMap(key => (typeof key === 'string' && key.startsWith(place) ? key : []))
  }

  async function read(key: string): Promise<StoredUpload[]> {
    const page = Page.safeParse(await shelf.get(key)).data ?? []
    return page.filter(({ at }) => now() - at < KEPT_MS)
  }

  async function writePage(page: number, entries: readonly Unfinished[]): Promise<void> {
    const at = now()
    const stamped = entries.map(entry => ({ ...entry, at }))
    // A full storage costs the memory of these uploads, not the uploads.
    const isKept = await shelf.set(keyOf(own, page), stamped).then(
      () => true,
      () => false,
    )
    if (isKept) written.set(page, { entries, at })
  }

  async function write(list: readonly Unfinished[]): Promise<void> {
    const sorted = pages.sort(list)
    const gone = [...written.keys()].filter(page => !sorted.has(page))
    for (const [page, entries] of sorted) {
      const before = written.get(page)
      const isFresh = before && now() - before.at < FRESH_MS
      if (!isFresh || !isSame(before.entries, entries)) await writePage(page, entries)
    }
    for (const page of gone) await shelf.del(keyOf(own, page)).catch(() => {})
    written = new Map([...written].filter(([page]) => sorted.has(page)))
  }

  return {
    /**
     * Hands on the lists of tabs that are closed, and of others once they are: after a reload the
     * page before may still be on its way out. What is handed on is let go once it is kept anew.
     */
    async inherit(found: (list: StoredUpload[]) => Promise<unknown>): Promise<void> {
      const hand = async (tab: string) => {
        const keys = (await keysOf()).filter(key => tabOf(key) === tab)
        const list: StoredUpload[] = []
        for (const key of keys) list.push(...(await read(key)))
        await found(list)
        for (const key of keys) await shelf.del(key)
      }
      for (const tab of new Set((await keysOf()).map(tabOf)))
        if (tab !== own)
          void (locks ? locks.request(tab, () => hand(tab)) : hand(tab)).catch(() => {})
    },
    /** Entries that are the same objects as before are taken to be unchanged. */
    save(list: readonly Unfinished[]): Promise<void> {
      writing = writing.then(() => write(list))
      return writing
    },
  }
}
export type UploadStore = ReturnType<typeof createUploadStore>

const keyOf = (tab: string, page: number): string => `${tab}/${String(page).padStart(6, '0')}`
const tabOf = (key: string): string => key.split('/')[0] ?? ''

const isSame = (before: readonly Unfinished[], after: readonly Unfinished[]): boolean =>
  before.length === after.length && before.every((entry, index) => entry === after[index])

/** Each entry stays on the page that it came to, so that one that is done with changes one page. */
function createPages() {
  let places = new Map<string, number>()
  let last = 0
  let filled = 0

  function placeOf(id: string): number {
    const known = places.get(id)
    if (known !== undefined) return known
    if (filled === PAGE) {
      last += 1
      filled = 0
    }
    filled += 1
    return last
  }

  return {
    sort(list: readonly Unfinished[]): Map<number, Unfinished[]> {
      const sorted = new Map<number, Unfinished[]>()
      const kept = new Map<string, number>()
      for (const entry of list) {
        const page = placeOf(entry.id)
        kept.set(entry.id, page)
        const entries = sorted.get(page)
        if (entries) entries.push(entry)
        else sorted.set(page, [entry])
      }
      places = kept
      return sorted
    },
  }
}
