import { handleFor } from './file-handles.ts'
import type { ResumableUploads } from './resumable-uploads.ts'
import type { Unfinished } from './stored-upload.ts'
import type { Paused, TaskStore } from './task-store.ts'
import type { UploadStore } from './upload-store.ts'
import type { UploadTask } from './uploads.types.ts'

const SAVE_MS = 1000

/** Has the browser remember what is unfinished, about once a second while that changes. */
export class UploadPersistence {
  readonly #tasks: TaskStore
  readonly #earlier: ResumableUploads
  #store: UploadStore | null = null
  #saved: { ids: readonly string[]; paused: Paused } | null = null
  #saving: ReturnType<typeof setTimeout> | undefined
  /** The same of the same task, by which the memory knows what has not changed. */
  #memos = new WeakMap<UploadTask, Unfinished>()

  constructor(store: TaskStore, earlier: ResumableUploads) {
    this.#tasks = store
    this.#earlier = earlier
    store.subscribe(() => this.#saveIfMoved())
    earlier.subscribe(() => this.#saveSoon())
  }

  keepIn(store: UploadStore): void {
    this.#store = store
  }

  /** What leads to the files has come, which is a little later than they are. */
  handlesCame(): void {
    this.#memos = new WeakMap()
    this.#saveSoon()
  }

  async save(): Promise<void> {
    const { ids, paused } = this.#tasks
    if (this.#saved?.paused !== paused) this.#memos = new WeakMap()
    this.#saved = { ids, paused }
    const own = this.#earlier.all.filter(({ device }) => device === undefined)
    const open = (['begun', 'failed', 'waiting'] as const).flatMap(place =>
      this.#tasks.tasksIn(place),
    )
    await this.#store?.save([...own, ...open.flatMap(task => this.#memoOf(task) ?? [])])
  }

  #saveIfMoved(): void {
    const { ids, paused } = this.#tasks
    if (this.#saved?.ids !== ids || this.#saved.paused !== paused) this.#saveSoon()
  }

  #saveSoon(): void {
    this.#saving ??= setTimeout(() => {
      this.#saving = undefined
      void this.save()
    }, SAVE_MS)
  }

  #memoOf(task: UploadTask): Unfinished | null {
    const memo = this.#memos.get(task) ?? memoOf(task, this.#tasks.paused)
    if (memo) this.#memos.set(task, memo)
    return memo
  }
}

function memoOf(task: UploadTask, paused: Paused): Unfinished | null {
  const { id, file, path, parentId, handles, onConflict, document } = task
  if (!file) return null
  const { name, size, lastModified } = file
  const handle = handleFor(handles, { name, path, size })
  return {
    ...{ id, name, size, lastModified, path, parentId },
    ...(onConflict !== 'rename' && { onConflict }),
    ...(document && { document }),
    ...(handle && { handle }),
    ...(paused === 'by-hand' && { held: true }),
  }
}
