import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../../db/open.ts'
import type { ItemView } from '../items/index.ts'
import { LongPaths } from './long-paths.ts'
import * as zip from './zip.repository.ts'
import { ZipLayout } from './zip-layout.ts'
import { uniqueNames } from './zip-names.rules.ts'

/** Rows read at once, and folders asked about at once. */
const PAGE = 1000
const MOST_FOLDERS = 500

interface Folder {
  id: string
  /** Empty, or ending in a slash. */
  path: string
  /** How many items it holds, as far as is known. */
  count: number
  /** With what it went into the trash; null where it is not there. */
  removal: string | null
}

/** Whoever has to know what goes in, a stretch at a time. */
export interface PlanWatch {
  /** @returns those that may go in */
  filterRows: (rows: readonly zip.ChildRow[]) => Promise<readonly zip.ChildRow[]>
  placed: (id: string, path: string) => void
}
type Row = Pick<
  zip.ChildRow,
  'id' | 'type' | 'name' | 'size_bytes' | 'updated_at' | 'folder_count' | 'file_count' | 'blob_id'
> & { crc32: number | null }

/** Collects what is found, and which folders are still to be looked into. */
class Planner {
  readonly layout: ZipLayout
  readonly watch: PlanWatch | undefined
  /** Gives each name at the top of the archive once. */
  readonly nameAtTop = uniqueNames()
  readonly #longPaths = new LongPaths(this.nameAtTop)
  #latest = 0
  #waiting: Folder[] = []
  /** A folder that is moved about meanwhile is taken once. */
  readonly #seen = new Set<string>()

  constructor(layout = new ZipLayout(), watch?: PlanWatch) {
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
    above: string,
    nameOf: (name: string) => string,
    removal: string | null = null,
  ): void {
    const isFolder = row.type === 'folder'
    const name = nameOf(row.name)
    const path = isFolder ? this.#longPaths.place(`${above}${name}/`, name) : above + name
    const modified = Math.floor(row.updated_at / 1000)
    this.#latest = Math.max(this.#latest, modified)
    const blobId = isFolder ? null : row.blob_id
    const size = blobId === null ? 0 : row.size_bytes
    this.layout.add({ path, blobId, size, modified, crc: row.crc32 })
    this.watch?.placed(row.id, path)
    // What a removed folder holds is not counted.
    const count = removal === null ? row.folder_count + row.file_count : 1
    if (isFolder) this.enter({ id: row.id, path, count, removal })
  }

  /** Behind everything else: which folders are elsewhere in the archive. */
  end(): ZipLayout {
    const list = this.#longPaths.list()
    if (list) this.layout.addText({ ...list, modified: this.#latest })
    return this.layout
  }

  /** One large folder, or as many small ones as fit a page. */
  next(): Folder[] {
    const [first] = this.#waiting
    if (!first) return []
    let taken = 1
    let rows = first.count
    for (const { count, removal } of this.#waiting.slice(1, MOST_FOLDERS)) {
      if (rows + count >= PAGE || (removal === null) !== (first.removal === null)) break
      rows += count
      taken += 1
    }
    return this.#waiting.splice(0, taken)
  }
}

async function* stretchesOf(db: Db, folder: Folder): AsyncIterable<zip.ChildRow[]> {
  for (let after = ''; ; ) {
    const rows = await zip.findChildrenAfter(db, folder, after, PAGE)
    yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.name_key ?? ''
  }
}

const admitted = async ({ watch }: Planner, rows: zip.ChildRow[]) =>
  watch && rows.length > 0 ? watch.filterRows(rows) : rows

async function addFolder(
  db: Db,
  planner: Planner,
  folder: Folder,
  except: ReadonlySet<string>,
): Promise<void> {
  const nameOf = folder.path === '' ? planner.nameAtTop : uniqueNames()
  for await (const rows of stretchesOf(db, folder)) {
    for (const row of await admitted(planner, rows))
      if (!except.has(row.id)) planner.add(row, folder.path, nameOf, folder.removal)
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
  const removals = first?.removal == null ? null : folders.map(({ removal }) => removal ?? '')
  const found = await zip.findChildrenOfMany(db, ids, removals, PAGE)
  if (found.length === PAGE) {
    // They have grown meanwhile.
    for (const folder of folders) await addFolder(db, planner, folder, except)
    return
  }
  addFound(planner, folders, await admitted(planner, found))
}

function addFound(
  planner: Planner,
  folders: readonly Folder[],
  found: readonly zip.ChildRow[],
): void {
  const byFolder = Map.groupBy(found, row => row.parent_id)
  for (const { id, path, removal } of folders) {
    const nameOf = uniqueNames()
    for (const row of byFolder.get(id) ?? [])
      if (row.trashed_with === removal) planner.add(row, path, nameOf, removal)
  }
}

async function planned(
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

/** Chosen items with everything below them; names that meet at the top are told apart. */
export async function planItems(db: Db, items: readonly ItemView[]): Promise<ZipLayout> {
  const planner = new Planner()
  const blobIds = items.map(item => item.blob_id).filter(id => id !== null)
  const crcs = new Map<string, number>()
  for (let start = 0; start < blobIds.length; start += PAGE)
    for (const [id, crc] of await zip.findCrcs(db, blobIds.slice(start, start + PAGE)))
      crcs.set(id, crc)
  for (const item of items)
    planner.add({ ...item, crc32: crcs.get(item.blob_id ?? '') ?? null }, '', planner.nameAtTop)
  await planned(db, planner)
  return planner.end()
}

/** Everything in a folder but the exceptions, as it lies there. */
export async function planFolder(
  db: Db,
  { id, folder_count, file_count }: ItemView,
  except: ReadonlySet<string>,
): Promise<ZipLayout> {
  const planner = new Planner()
  // Read by itself, as only it has exceptions.
  planner.enter({
    id,
    path: '',
    removal: null,
    count: Math.max(PAGE, folder_count + file_count),
  })
  await planned(db, planner, except)
  return planner.end()
}

/** Where somebody's files and what he has removed stand in an archive of both. */
export interface Places {
  files: string
  trash: string
}

/** Everything that is somebody's, behind what an archive holds already. */
export async function planEverything(
  db: Db,
  layout: ZipLayout,
  ownerId: string,
  { files, trash }: Places,
  watch: PlanWatch,
): Promise<void> {
  const planner = new Planner(layout, watch)
  planner.enter({ id: ownerId, path: files, count: PAGE, removal: null })
  await planned(db, planner)
  const nameOf = uniqueNames()
  for (let last = { trashed_at: 0, id: '' }; ; ) {
    const rows = await zip.findRemovedAfter(db, ownerId, last, PAGE)
    for (const row of await admitted(planner, rows)) planner.add(row, trash, nameOf, row.id)
    await planned(db, planner)
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) break
    last = { trashed_at: end.trashed_at ?? 0, id: end.id }
  }
  planner.end()
}
