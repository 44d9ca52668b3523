import type { ChangeSet, ChangeType } from '../../db/changes.ts'
import type { Deps } from '../../deps.ts'
import type { ConnectionHub } from '../../realtime/hub.ts'
import { type Audience, findAudiences } from '../items/index.ts'

type FeedDeps = Pick<Deps, 'db' | 'log'> & { hub: ConnectionHub }

/** A thousand uploads into one folder are a few events a second, not a thousand. */
const PAUSE_MS = 250
/** The first change after a quiet time is told nearly at once. */
const FIRST_MS = 30
/** Statements take only so many parameters. */
const ASKED_AT_ONCE = 500
/** Fits into what PostgreSQL carries between processes. */
const TOLD_AT_ONCE = 150

const FOR_ACCOUNTS = {
  account: 'account.changed',
  trash: 'trash.changed',
  notification: 'notifications.changed',
  team: 'teams.changed',
  upload: 'uploads.changed',
} as const

/** By the page that did it; the empty name stands for nobody's. */
type Gathered = Map<string, Map<ChangeType, Set<string>>>

/** Turns what transactions touched into events for everybody who may see it. */
export class ChangeFeed {
  readonly #deps: FeedDeps
  #gathered: Gathered = new Map()
  #timer: NodeJS.Timeout | undefined
  #lastPublishedAt = 0

  constructor(deps: FeedDeps) {
    this.#deps = deps
  }

  add(notes: ChangeSet, page: string | undefined): void {
    if (!this.#deps.hub.hasConnections()) return
    const known = this.#gathered.get(page ?? '') ?? new Map<ChangeType, Set<string>>()
    this.#gathered.set(page ?? '', known)
    for (const [topic, ids] of notes) {
      const all = known.get(topic) ?? new Set()
      known.set(topic, all)
      for (const id of ids) all.add(id)
    }
    this.#timer ??= setTimeout(
      () => void this.#tell(),
      Math.max(FIRST_MS, this.#lastPublishedAt + PAUSE_MS - Date.now()),
    ).unref()
  }

  async #tell(): Promise<void> {
    const gathered = this.#gathered
    this.#gathered = new Map()
    try {
      for (const [page, notes] of gathered) await this.#tellOf(notes, page || undefined)
    } catch (err) {
      // Nobody is the worse for it but by a list that is old until the next change.
      this.#deps.log.error({ err }, 'changes could not be told')
    }
    this.#lastPublishedAt = Date.now()
    this.#timer = undefined
    if (this.#gathered.size > 0) this.add(new Map(), [...this.#gathered.keys()][0])
  }

  async #tellOf(notes: ChangeSet, page: string | undefined): Promise<void> {
    const { hub } = this.#deps
    for (const [topic, type] of Object.entries(FOR_ACCOUNTS))
      for (const userId of notes.get(topic as ChangeType) ?? [])
        hub.publish([userId], { type }, page)
    for (const ids of chunks(notes.get('folder') ?? [], ASKED_AT_ONCE))
      this.#tellFolders(await findAudiences(this.#deps.db, ids), page)
    for (const ids of chunks(notes.get('tree') ?? [], ASKED_AT_ONCE))
      hub.publish(
        whoseTree(await findAudiences(this.#deps.db, ids)),
        { type: 'tree.changed' },
        page,
      )
    for (const ids of chunks(notes.get('item') ?? [], ASKED_AT_ONCE))
      for (const audience of await findAudiences(this.#deps.db, ids)) this.#tellItem(audience, page)
  }

  #tellFolders(audiences: readonly Audience[], page: string | undefined): void {
    const seenBy = new Map<string, string[]>()
    for (const { id, userIds } of audiences)
      for (const userId of userIds) seenBy.set(userId, [...(seenBy.get(userId) ?? []), id])
    for (const [userId, ids] of seenBy)
      for (const some of chunks(ids, TOLD_AT_ONCE)) {
        const folder_ids = some.map(id => placeFor(userId, id))
        this.#deps.hub.publish([userId], { type: 'folders.changed', folder_ids }, page)
      }
  }

  #tellItem({ id, parentId, userIds }: Audience, page: string | undefined): void {
    for (const userId of userIds) {
      const parent_id = placeFor(userId, parentId)
      this.#deps.hub.publish([userId], { type: 'item.changed', item_id: id, parent_id }, page)
    }
  }
}

/** Files are noted too where an item is renamed, and stand in no tree. */
const whoseTree = (audiences: readonly Audience[]): string[] => [
  ...new Set(audiences.flatMap(({ type, userIds }) => (type === 'folder' ? userIds : []))),
]

/** A home is called null by whoever lives there. */
const placeFor = (userId: string, folderId: string | null) =>
  folderId === userId ? null : folderId

function* chunks(ids: Iterable<string>, size: number): Generator<string[]> {
  const all = [...ids]
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}
