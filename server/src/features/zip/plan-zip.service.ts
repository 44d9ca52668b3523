import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import type { ItemView } from '../items/index.ts'
import { LongPaths } from './long-paths.ts'
import * as zip from './zip.repository.ts'
import type { ZipLayout } from './zip-layout.ts'
import { uniqueNames } from './zip-names.rules.ts'
import type { OwnerSection } from './zip-owners.rules.ts'

/** Rows read at once, and folders queried at once. */
const PAGE = 1000
const MAX_FOLDERS = 500

interface Folder {
  id: string
  /** Empty, or ending in a slash. */
  path: string
  /** Number of children, as far as known. */
  count: number
  /** Id of the trashed item that it was trashed with; null if it is not trashed. */
  removal: string | null
}

/** Observes a plan: can leave rows out and learns the path of each item. */
export interface PlanWatch {
  /** Returns the rows to include. */
  filterRows: (rows: readonly zip.ChildRow[]) => Promise<readonly zip.ChildRow[]>
  placed: (id: string, path: string) => void
}
type Row = Pick<
  zip.ChildRow,
  'id' | 'type' | 'name' | 'size_bytes' | 'updated_at' | 'folder_count' | 'file_count' | 'blob_id'
> &
  Pick<zip.ChildRow, 'crc32' | 'fault'>

/** Collects archive entries and the folders still to be read. */
class Planner {
  readonly layout: ZipLayout
  readonly watch: PlanWatch | undefined
  /** Makes each name at the top of the archive unique. */
  readonly nameAtTop = uniqueNames()
  readonly #longPaths = new LongPaths(this.nameAtTop)
  #latest = 0
  #waiting: Folder[] = []
  /** A folder that is moved during planning is included once. */
  readonly #seen = new Set<string>()

  constructor(layout: ZipLayout, watch?: PlanWatch) {
    this.layout = layout
    this.watch = watch
  }

  enter(folder: Folder): void {
    if (this.#seen.has(folder.id)) return
    this.#seen.add(folder.id)
    if (folder.count > 0) this.#waiting.push(folder)
  }

  add(
    row: Row,
    folderPath: string,
    nameOf: (name: string) => string,
    removal: string | null = null,
  ): void {
    if (row.fault === 'damaged') throw new AppError('storage.damaged')
    const isFolder = row.type === 'folder'
    const name = nameOf(row.name)
    const path = isFolder ? this.#longPaths.place(`${folderPath}${name}/`, name) : folderPath + name
    const modified = Math.floor(row.updated_at / 1000)
    this.#latest = Math.max(this.#latest, modified)
    const blobId = isFolder ? null : row.blob_id
    const size = blobId === null ? 0 : row.size_bytes
    this.layout.add({ path, blobId, size, modified, crc: row.crc32 })
    this.watch?.placed(row.id, path)
    // Children of trashed folders are not counted.
    const count = removal === null ? row.folder_count + row.file_count : 1
    if (isFolder) this.enter({ id: row.id, path, count, removal })
  }

  /** Adds the list of shortened paths as the last entry. */
  end(): ZipLayout {
    const list = this.#longPaths.list()
    if (list) this.layout.addText({ ...list, modified: this.#latest })
    return this.layout
  }

  /** Returns one large folder, or as many small ones as fit a page. */
  next(): Folder[] {
    const [first] = this.#waiting
    if (!first) return []
    let taken = 1
    let rows = first.count
    for (const { count, removal } of this.#waiting.slice(1, MAX_FOLDERS)) {
      if (rows + count >= PAGE || (removal === null) !== (first.removal === null)) break
      rows += count
      taken += 1
    }
    return this.#waiting.splice(0, taken)
  }
}

async function* pagesOf(db: Db, folder: Folder): AsyncIterable<zip.ChildRow[]> {
  for (let after = ''; ; ) {
    const rows = await zip.findChildrenAfter(db, folder, after, PAGE)
    yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.name_key ?? ''
  }
}

const filteredRows = async ({ watch }: Planner, rows: zip.ChildRow[]) =>
  watch && rows.length > 0 ? watch.filterRows(rows) : rows

async function addFolder(
  db: Db,
  planner: Planner,
  folder: Folder,
  except: ReadonlySet<string>,
): Promise<void> {
  const nameOf = folder.path === '' ? planner.nameAtTop : uniqueNames()
  for await (const rows of pagesOf(db, folder)) {
    for (const row of await filteredRows(planner, rows))
      if (!except.has(row.id)) planner.add(row, folder.path, nameOf, folder.removal)
    // Yields to other requests: reading a hundred thousand rows takes a while.
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
  const removals = first?.removal == null ? null : folders.map(({ removal }) => removal ?? '')
  const children = await zip.findChildrenOfMany(db, ids, removals, PAGE)
  if (children.length === PAGE) {
    // They have grown since they were counted.
    for (const folder of folders) await addFolder(db, planner, folder, except)
    return
  }
  addChildren(planner, folders, await filteredRows(planner, children))
}

function addChildren(
  planner: Planner,
  folders: readonly Folder[],
  children: readonly zip.ChildRow[],
): void {
  const byFolder = Map.groupBy(children, row => row.parent_id)
  for (const { id, path, removal } of folders) {
    const nameOf = uniqueNames()
    for (const row of byFolder.get(id) ?? [])
      if (row.trashed_with === removal) planner.add(row, path, nameOf, removal)
  }
}

async function planFolders(
  db: Db,
  planner: Planner,
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (;;) {
    const folders = planner.next()
    if (folders.length === 0) return
    await addFolders(db, planner, folders, except)
    await nextTurn()
  }
}

/**
 * Plans an archive of the given items with everything below them, one owner after the other; equal
 * names at the top get numbers.
 * @throws AppError `storage.damaged` for a content that is known to be wrong
 */
export async function planItems(
  db: Db,
  items: readonly ItemView[],
  emptyLayout: ZipLayout,
): Promise<{ layout: ZipLayout; sections: OwnerSection[] }> {
  const planner = new Planner(emptyLayout)
  const blobIds = items.map(item => item.blob_id).filter(id => id !== null)
  const contents: Awaited<ReturnType<typeof zip.findContents>> = new Map()
  for (let start = 0; start < blobIds.length; start += PAGE)
    for (const [id, content] of await zip.findContents(db, blobIds.slice(start, start + PAGE)))
      contents.set(id, content)
  const sections: OwnerSection[] = []
  for (const [ownerId, owned] of Map.groupBy(items, item => item.owner_id)) {
    const { start, bytes } = planner.layout.directory
    sections.push({ ownerId, start, directoryStart: bytes })
    for (const item of owned) {
      const { crc32 = null, fault = null } = contents.get(item.blob_id ?? '') ?? {}
      planner.add({ ...item, crc32, fault }, '', planner.nameAtTop)
    }
    await planFolders(db, planner)
  }
  return { layout: planner.end(), sections }
}

/** Plans an archive of everything in a folder except some items. */
export async function planFolder(
  db: Db,
  { id, folder_count, file_count }: ItemView,
  except: ReadonlySet<string>,
  emptyLayout: ZipLayout,
): Promise<ZipLayout> {
  const planner = new Planner(emptyLayout)
  // The exceptions apply to this folder only, so it is read by itself.
  planner.enter({
    id,
    path: '',
    removal: null,
    count: Math.max(PAGE, folder_count + file_count),
  })
  await planFolders(db, planner, except)
  return planner.end()
}

/** Paths of a user's files and of their trash in the archive. */
export interface RootPaths {
  files: string
  trash: string
}

/** Appends everything a user owns to a layout, including their trash. */
export async function planEverything(
  db: Db,
  layout: ZipLayout,
  ownerId: string,
  { files, trash }: RootPaths,
  watch: PlanWatch,
): Promise<void> {
  const planner = new Planner(layout, watch)
  planner.enter({ id: ownerId, path: files, count: PAGE, removal: null })
  await planFolders(db, planner)
  const nameOf = uniqueNames()
  for (let last = { trashed_at: 0, id: '' }; ; ) {
    const rows = await zip.findRemovedAfter(db, ownerId, last, PAGE)
    for (const row of await filteredRows(planner, rows)) planner.add(row, trash, nameOf, row.id)
    await planFolders(db, planner)
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) break
    last = { trashed_at: end.trashed_at ?? 0, id: end.id }
  }
  planner.end()
}
