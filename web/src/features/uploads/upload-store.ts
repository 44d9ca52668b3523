import { z } from 'zod'
import { newId } from '../../lib/new-id.ts'
import { StoredUpload, type Unfinished } from './stored-upload.ts'

const Page = z.array(StoredUpload)

/** The server deletes uploads without activity for a day (UPL-8). */
const MAX_AGE_MS = 86_400_000
/** Entries are written again after this time, so that they don't expire while a tab is open. */
const REWRITE_AFTER_MS = 3_600_000
/** How often a list is saved while it has entries, even if they don't change. */
export const HEARTBEAT_MS = 30_000
/**
 * Without locks, a tab that has not rewritten its list for this long counts as closed. Browsers
 * delay the timers of hidden tabs by up to a minute.
 */
const CLOSED_AFTER_MS = 120_000
/**
 * Entries per page. A page is written as a whole: while ten thousand entries change one by one,
 * only a few pages change per second.
 */
const PAGE_SIZE = 500

/** Storage that can hold file handles, which localStorage can't. */
export interface HandleStorage {
  keys(): Promise<IDBValidKey[]>
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  del(key: string): Promise<void>
}

interface UploadStoreDeps {
  storage: HandleStorage
  /** Each open tab holds a lock. Undefined outside of secure contexts. */
  locks: Pick<LockManager, 'request'> | undefined
  now: () => number
  wait: (ms: number) => Promise<unknown>
}

/**
 * Stores the unfinished uploads of a user in this browser. Each tab has its own list and inherits
 * those of closed tabs.
 */
export function createUploadStore(userId: string, { storage, locks, now, wait }: UploadStoreDeps) {
  const prefix = `${userId}.`
  // Without locks, every heartbeat must rewrite the list.
  const rewriteAfter = locks ? REWRITE_AFTER_MS : HEARTBEAT_MS / 2
  const ownTab = prefix + newId()
  const pages = createPages()
  let written = new Map<number, { entries: readonly Unfinished[]; at: number }>()
  let writing: Promise<void> = Promise.resolve()
  // Held until the tab is closed.
  void locks?.request(ownTab, () => new Promise(() => {})).catch(() => {})

  /** Keys of all tabs of this user. A key begins with the name of its tab. */
  const findKeys = async () => {
    const keys = await storage.keys().catch(() => [])
    return keys.flatMap(key => (typeof key === 'string' && key.startsWith(prefix) ? key : []))
  }

  async function read(key: string): Promise<StoredUpload[]> {
    const page = Page.safeParse(await storage.get(key)).data ?? []
    return page.filter(({ at }) => now() - at < MAX_AGE_MS)
  }

  async function readTab(tab: string): Promise<{ keys: string[]; list: StoredUpload[] }> {
    const keys = (await findKeys()).filter(key => tabOf(key) === tab)
    const list: StoredUpload[] = []
    for (const key of keys) list.push(...(await read(key)))
    return { keys, list }
  }

  async function waitUntilClosed(tab: string): Promise<void> {
    for (;;) {
      const { list } = await readTab(tab)
      const writtenAt = list.reduce((last, { at }) => Math.max(last, at), Number.NEGATIVE_INFINITY)
      const remaining = writtenAt + CLOSED_AFTER_MS - now()
      if (remaining <= 0) return
      await wait(remaining)
    }
  }

  async function writePage(page: number, entries: readonly Unfinished[]): Promise<void> {
    const at = now()
    const stamped = entries.map(entry => ({ ...entry, at }))
    // When the storage is full, these uploads can't be resumed after a reload, but they still run.
    const isSaved = await storage.set(toKey(ownTab, page), stamped).then(
      () => true,
      () => false,
    )
    if (isSaved) written.set(page, { entries, at })
  }

  async function write(list: readonly Unfinished[]): Promise<void> {
    const byPage = pages.groupByPage(list)
    const emptyPages = [...written.keys()].filter(page => !byPage.has(page))
    for (const [page, entries] of byPage) {
      const before = written.get(page)
      const isRecent = before && now() - before.at < rewriteAfter
      if (!isRecent || !isSame(before.entries, entries)) await writePage(page, entries)
    }
    for (const page of emptyPages) await storage.del(toKey(ownTab, page)).catch(() => {})
    written = new Map([...written].filter(([page]) => byPage.has(page)))
  }

  return {
    /**
     * Passes on the lists of closed tabs, and of others once they close: after a reload the
     * previous page may still be closing. A list is deleted after the callback resolves.
     */
    async inherit(onInherited: (list: StoredUpload[]) => Promise<unknown>): Promise<void> {
      const passOn = async (tab: string) => {
        const { keys, list } = await readTab(tab)
        await onInherited(list)
        for (const key of keys) await storage.del(key)
      }
      for (const tab of new Set((await findKeys()).map(tabOf)))
        if (tab !== ownTab)
          void (
            locks
              ? locks.request(tab, () => passOn(tab))
              : waitUntilClosed(tab).then(() => passOn(tab))
          ).catch(() => {})
    },
    /** Entries that are the same objects as before count as unchanged. */
    save(list: readonly Unfinished[]): Promise<void> {
      writing = writing.then(() => write(list))
      return writing
    },
  }
}
export type UploadStore = ReturnType<typeof createUploadStore>

const toKey = (tab: string, page: number): string => `${tab}/${String(page).padStart(6, '0')}`
const tabOf = (key: string): string => key.split('/')[0] ?? ''

const isSame = (before: readonly Unfinished[], after: readonly Unfinished[]): boolean =>
  before.length === after.length && before.every((entry, index) => entry === after[index])

/**
 * Assigns entries to pages. An entry stays on its page, so that removing one changes one page only.
 */
function createPages() {
  let pageById = new Map<string, number>()
  let last = 0
  let filled = 0

  function pageFor(id: string): number {
    const known = pageById.get(id)
    if (known !== undefined) return known
    if (filled === PAGE_SIZE) {
      last += 1
      filled = 0
    }
    filled += 1
    return last
  }

  return {
    groupByPage(list: readonly Unfinished[]): Map<number, Unfinished[]> {
      const byPage = new Map<number, Unfinished[]>()
      const nextPageById = new Map<string, number>()
      for (const entry of list) {
        const page = pageFor(entry.id)
        nextPageById.set(entry.id, page)
        const entries = byPage.get(page)
        if (entries) entries.push(entry)
        else byPage.set(page, [entry])
      }
      pageById = nextPageById
      return byPage
    },
  }
}
