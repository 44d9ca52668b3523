import { handleFor } from './file-handles.ts'
import type { ResumableUploads } from './resumable-uploads.ts'
import type { Unfinished } from './stored-upload.ts'
import type { Paused, TaskStore } from './task-store.ts'
import { HEARTBEAT_MS, type UploadStore } from './upload-store.ts'
import type { UploadTask } from './uploads.types.ts'

const SAVE_MS = 1000

/**
 * Stores unfinished uploads in the browser, about once a second while they change, and at least
 * every HEARTBEAT_MS.
 */
export class UploadPersistence {
  readonly #tasks: TaskStore
  readonly #resumable: ResumableUploads
  #store: UploadStore | null = null
  #saved: { ids: readonly string[]; paused: Paused } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #heartbeat: ReturnType<typeof setInterval> | undefined
  /** The same task gives the same entry object, by which the store recognises unchanged pages. */
  #cache = new WeakMap<UploadTask, Unfinished>()

  constructor(store: TaskStore, resumable: ResumableUploads) {
    this.#tasks = store
    this.#resumable = resumable
    store.subscribe(() => this.#saveIfChanged())
    resumable.subscribe(() => this.#saveSoon())
  }

  setStore(store: UploadStore): void {
    this.#store = store
  }

  /** The file handles of a drop have resolved, which may be after its files were queued. */
  handlesReady(): void {
    this.#cache = new WeakMap()
    this.#saveSoon()
  }

  async save(): Promise<void> {
    const { ids, paused } = this.#tasks
    if (this.#saved?.paused !== paused) this.#cache = new WeakMap()
    this.#saved = { ids, paused }
    const ownResumable = this.#resumable.all.filter(({ device }) => device === undefined)
    const unfinished = (['begun', 'failed', 'waiting'] as const).flatMap(group =>
      this.#tasks.tasksIn(group),
    )
    const entries = [...ownResumable, ...unfinished.flatMap(task => this.#cachedEntry(task) ?? [])]
    this.#beatWhile(entries.length > 0)
    await this.#store?.save(entries)
  }

  #beatWhile(hasEntries: boolean): void {
    if (hasEntries) this.#heartbeat ??= setInterval(() => void this.save(), HEARTBEAT_MS)
    else {
      clearInterval(this.#heartbeat)
      this.#heartbeat = undefined
    }
  }

  #saveIfChanged(): void {
    const { ids, paused } = this.#tasks
    if (this.#saved?.ids !== ids || this.#saved.paused !== paused) this.#saveSoon()
  }

  #saveSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.save()
    }, SAVE_MS)
  }

  #cachedEntry(task: UploadTask): Unfinished | null {
    const entry = this.#cache.get(task) ?? toEntry(task, this.#tasks.paused)
    if (entry) this.#cache.set(task, entry)
    return entry
  }
}

function toEntry(task: UploadTask, paused: Paused): Unfinished | null {
  const { id, file, path, parentId, handles, onConflict, document } = task
  if (!file) return null
  const { name, size, lastModified } = file
  const handle = handleFor(handles, { name, path, size })
  return {
    id,
    name,
    size,
    lastModified,
    path,
    parentId,
    ...(onConflict !== 'rename' && { onConflict }),
    ...(document && { document }),
    ...(handle && { handle }),
    ...(paused === 'by-hand' && { held: true }),
  }
}
