import type { ChangeSet, ChangeType } from '../../db/changes.ts'
import type { Deps } from '../../deps.ts'
import type { ConnectionHub } from '../../realtime/hub.ts'
import { type Audience, findAudiences, findOwnerAudiences } from '../items/index.ts'

type FeedDeps = Pick<Deps, 'db' | 'log'> & { hub: ConnectionHub }

/** Minimum pause between batches of events, so that many uploads into a folder cause few events. */
const PAUSE_MS = 250
/** Delay of the first change after a pause. */
const FIRST_MS = 30
/** Pause after which changes are published whose recipients could not be found. */
const RETRY_MS = 1_000
/** Ids that wait for the database; more are replaced by an event that makes all pages refresh. */
const MAX_PENDING = 1_000
/** Minimum pause between two refreshes of all pages, which load the database that is too slow. */
const REFRESH_PAUSE_MS = 30_000
/** Limits the parameters of one statement. */
const QUERY_BATCH = 500
/** Keeps an event within the size limit of a PostgreSQL notification. */
const EVENT_BATCH = 150

const USER_EVENTS = [
  ['account', 'account.changed'],
  ['trash', 'trash.changed'],
  ['notification', 'notifications.changed'],
  ['team', 'teams.changed'],
  ['upload', 'uploads.changed'],
] as const

/** Ids of changed objects by the client that caused the change ('' if none) and by type. */
type PendingChanges = Map<string, Map<ChangeType, Set<string>>>

/** Turns changes of committed transactions into events for all users who can see the items. */
export class ChangeFeed {
  readonly #deps: FeedDeps
  #pending: PendingChanges = new Map()
  #timer: NodeJS.Timeout | undefined
  #publishing: Promise<void> = Promise.resolve()
  #lastPublishedAt = 0
  #lastRefreshedAt = 0
  #refreshTimer: NodeJS.Timeout | undefined

  constructor(deps: FeedDeps) {
    this.#deps = deps
  }

  add(changes: ChangeSet, clientId: string | undefined): void {
    const { hub } = this.#deps
    if (!hub.hasConnections()) {
      hub.dropEvents()
      return
    }
    this.#addPending(changes, clientId ?? '')
    this.#schedule(PAUSE_MS)
  }

  /** Publishes all changes so far; call it before the hub closes. */
  async flush(): Promise<void> {
    await this.#publishing
    clearTimeout(this.#timer)
    await this.#publish()
    clearTimeout(this.#timer)
    if (this.#refreshTimer) this.#refreshPages()
  }

  #addPending(changes: ChangeSet, clientId: string): void {
    const byType = this.#pending.get(clientId) ?? new Map<ChangeType, Set<string>>()
    this.#pending.set(clientId, byType)
    for (const [changeType, ids] of changes) {
      const all = byType.get(changeType) ?? new Set()
      byType.set(changeType, all)
      for (const id of ids) all.add(id)
    }
  }

  #schedule(pauseMs: number): void {
    const publish = () => {
      this.#publishing = this.#publish()
    }
    const delayMs = Math.max(FIRST_MS, this.#lastPublishedAt + pauseMs - Date.now())
    this.#timer ??= setTimeout(publish, delayMs).unref()
  }

  async #publish(): Promise<void> {
    const pending = this.#pending
    this.#pending = new Map()
    let pauseMs = PAUSE_MS
    try {
      for (const [clientId, changes] of pending) {
        await this.#publishChanges(changes, clientId || undefined)
        pending.delete(clientId)
      }
    } catch (err) {
      this.#deps.log.error({ err }, 'changes could not be published')
      this.#keepPending(pending)
      pauseMs = RETRY_MS
    }
    this.#lastPublishedAt = Date.now()
    this.#timer = undefined
    if (this.#pending.size > 0) this.#schedule(pauseMs)
  }

  /** Keeps changes that could not be published, up to a limit. */
  #keepPending(changes: PendingChanges): void {
    for (const [clientId, byType] of changes) this.#addPending(byType, clientId)
    const pendingIds = [...this.#pending.values()].flatMap(byType => [...byType.values()])
    if (pendingIds.reduce((sum, { size }) => sum + size, 0) <= MAX_PENDING) return
    this.#pending = new Map()
    const delayMs = this.#lastRefreshedAt + REFRESH_PAUSE_MS - Date.now()
    if (delayMs <= 0) this.#refreshPages()
    else this.#refreshTimer ??= setTimeout(() => this.#refreshPages(), delayMs).unref()
  }

  #refreshPages(): void {
    clearTimeout(this.#refreshTimer)
    this.#refreshTimer = undefined
    this.#lastRefreshedAt = Date.now()
    this.#deps.hub.refreshPages()
  }

  async #publishChanges(
    changes: Map<ChangeType, Set<string>>,
    clientId: string | undefined,
  ): Promise<void> {
    const { hub } = this.#deps
    for (const [changeType, type] of USER_EVENTS) {
      for (const userId of changes.get(changeType) ?? []) hub.publish([userId], { type }, clientId)
      // Finding the recipients of the others may fail; these are not published again then.
      changes.delete(changeType)
    }
    for (const ids of chunks(changes.get('folder') ?? [], QUERY_BATCH))
      this.#publishFolders(await findAudiences(this.#deps.db, ids), clientId)
    for (const ids of chunks(changes.get('tree') ?? [], QUERY_BATCH))
      hub.publish(
        usersSeeingFolders(await findAudiences(this.#deps.db, ids)),
        { type: 'tree.changed' },
        clientId,
      )
    const items = changes.get('item') ?? []
    await this.#publishItems(items, findAudiences, clientId)
    const shared = new Set(changes.get('share'))
    for (const id of items) shared.delete(id)
    await this.#publishItems(shared, findOwnerAudiences, clientId)
  }

  #publishFolders(audiences: readonly Audience[], clientId: string | undefined): void {
    const seenBy = new Map<string, string[]>()
    for (const { id, userIds } of audiences)
      for (const userId of userIds) seenBy.set(userId, [...(seenBy.get(userId) ?? []), id])
    for (const [userId, ids] of seenBy)
      for (const batch of chunks(ids, EVENT_BATCH)) {
        const folder_ids = batch.map(id => apiFolderId(userId, id))
        this.#deps.hub.publish([userId], { type: 'folders.changed', folder_ids }, clientId)
      }
  }

  async #publishItems(
    all: Iterable<string>,
    find: typeof findAudiences,
    clientId: string | undefined,
  ): Promise<void> {
    for (const ids of chunks(all, QUERY_BATCH))
      for (const audience of await find(this.#deps.db, ids)) this.#publishItem(audience, clientId)
  }

  /** At most two events: the parent can only be the home of the owner. */
  #publishItem({ id, parentId, userIds }: Audience, clientId: string | undefined): void {
    const byParent = Map.groupBy(userIds, userId => apiFolderId(userId, parentId))
    for (const [parent_id, recipients] of byParent)
      this.#deps.hub.publish(recipients, { type: 'item.changed', item_id: id, parent_id }, clientId)
  }
}

/** Returns the users whose folder tree changed; files are recorded too, but are not in the tree. */
const usersSeeingFolders = (audiences: readonly Audience[]): string[] => [
  ...new Set(audiences.flatMap(({ type, userIds }) => (type === 'folder' ? userIds : []))),
]

/** Returns the folder id as the API shows it to the user: null for their home. */
const apiFolderId = (userId: string, folderId: string | null) =>
  folderId === userId ? null : folderId

function* chunks(ids: Iterable<string>, size: number): Generator<string[]> {
  const all = [...ids]
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size)
}
