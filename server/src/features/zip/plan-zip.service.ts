import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import type { ItemView } from '../items/index.ts'
import * as zip from './zip.repository.ts'
import { ZipLayout } from './zip-layout.ts'
import { uniqueNames } from './zip-names.rules.ts'

/** Rows read at once, and folders asked about at once. */
const [PAGE, MOST_FOLDERS] = [1000, 500]

interface Folder {
  id: string
  /** Empty, or ending in a slash. */
  path: string
  /** How many items it holds, as far as is known. */
  count: number
}
type Row = Pick<
  zip.ChildRow,
  'id' | 'type' | 'name' | 'size_bytes' | 'updated_at' | 'folder_count' | 'file_count' | 'blob_id'
> & { crc32: number | null }

/** Collects what is found, and which folders are still to be looked into. */
class Planner {
  readonly layout = new ZipLayout()
  #waiting: Folder[] = []
  /** A folder that is moved about meanwhile is taken once. */
  readonly #seen = new Set<string>()

  enter(folder: Folder): void {
    if (this.#seen.has(folder.id)) return
    this.#seen.add(folder.id)
    if (folder.count > 0) this.#waiting.push(folder)
  }

  add(row: Row, above: string, nameOf: (name: string) => string): void {
    const isFolder = row.type === 'folder'
    const path = above + nameOf(row.name) + (isFolder ? '/' : '')
    const modified = Math.floor(row.updated_at / 1000)
    const blobId = isFolder ? null : row.blob_id
    const size = blobId === null ? 0 : row.size_bytes
    try {
      this.layout.add({ path, blobId, size, modified, crc: row.crc32 })
    } catch (cause) {
      throw new AppError('zip.path_too_long', { cause })
    }
    if (isFolder) this.enter({ id: row.id, path, count: row.folder_count + row.file_count })
  }

  /** One large folder, or as many small ones as fit a page. */
  next(): Folder[] {
    const [first] = this.#waiting
    if (!first) return []
    let [taken, rows] = [1, first.count]
    for (const { count } of this.#waiting.slice(1, MOST_FOLDERS)) {
      if (rows + count >= PAGE) break
      rows += count
      taken += 1
    }
    return this.#waiting.splice(0, taken)
  }
}

async function* stretchesOf(db: Db, { id }: Folder): AsyncIterable<zip.ChildRow[]> {
  for (let after = ''; ; ) {
    const rows = await zip.findChildrenAfter(db, id, after, PAGE)
    yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.name_key ?? ''
  }
}

async function addFolder(
  db: Db,
  planner: Planner,
  folder: Folder,
  except: ReadonlySet<string>,
): Promise<void> {
  const nameOf = uniqueNames()
  for await (const rows of stretchesOf(db, folder)) {
    for (const row of rows) if (!except.has(row.id)) planner.add(row, folder.path, nameOf)
    // Others have their turn: reading a hundred thousand rows takes a while.
    await nextTurn()
  }
}

async function addFolders(
  db: Db,
  planner: Planner,
  folders: readonly Folder[],
  except: ReadonlySet<string>,
): Promise<void> {
  const [first, ...more] = folders
  if (first && more.length === 0) return addFolder(db, planner, first, except)
  const ids = folders.map(folder => folder.id)
  const rows = await zip.findChildrenOfMany(db, ids, PAGE)
  if (rows.length === PAGE) {
    // They have grown meanwhile.
    for (const folder of folders) await addFolder(db, planner, folder, except)
    return
  }
  const byFolder = Map.groupBy(rows, row => row.parent_id)
  for (const { id, path } of folders) {
    const nameOf = uniqueNames()
    for (const row of byFolder.get(id) ?? []) planner.add(row, path, nameOf)
  }
}

async function planned(
  db: Db,
  planner: Planner,
  except: ReadonlySet<string> = new Set(),
): Promise<ZipLayout> {
  for (;;) {
    const folders = planner.next()
    if (folders.length === 0) return planner.layout
    await addFolders(db, planner, folders, except)
    await nextTurn()
  }
}

/** Chosen items with everything below them; names that meet at the top are told apart. */
export async function planItems(db: Db, items: readonly ItemView[]): Promise<ZipLayout> {
  const planner = new Planner()
  const nameOf = uniqueNames()
  const blobIds = items.map(item => item.blob_id).filter(id => id !== null)
  const crcs = new Map<string, number>()
  for (let start = 0; start < blobIds.length; start += PAGE)
    for (const [id, crc] of await zip.findCrcs(db, blobIds.slice(start, start + PAGE)))
      crcs.set(id, crc)
  for (const item of items)
    planner.add({ ...item, crc32: crcs.get(item.blob_id ?? '') ?? null }, '', nameOf)
  return planned(db, planner)
}

/** Everything in a folder but the exceptions, as it lies there. */
export function planFolder(
  db: Db,
  { id, folder_count, file_count }: ItemView,
  except: ReadonlySet<string>,
): Promise<ZipLayout> {
  const planner = new Planner()
  // Read by itself, as only it has exceptions.
  planner.enter({ id, path: '', count: Math.max(PAGE, folder_count + file_count) })
  return planned(db, planner, except)
}
