import { BATCH_BYTES, preflightUpload } from '@coffer/contract/upload-batches'
import { listUploads } from '@coffer/contract/uploads'
import { api } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { unfinishedElsewhere } from './elsewhere.ts'
import { type IntakePorts, takeIn } from './intake.ts'
import { ask } from './questions.ts'
import type { Refusal } from './refusals.ts'
import { createMemory, type Memory, type Remembered, recognise } from './remembered.ts'
import { UploadQueue } from './upload-queue.ts'
import type { UploadTask } from './uploads.types.ts'
import { walkEntries, walkFiles } from './walk.ts'
import { xhrTransport } from './xhr-transport.ts'

const SAVE_MS = 1000

/** The uploads of this page, which go on while the user looks elsewhere in the app. */
export class Uploads {
  readonly queue: UploadQueue
  #owner: string | null = null
  #memory: Memory | null = null
  #earlier: readonly Remembered[] = []
  #listeners = new Set<() => void>()
  #saved: readonly string[] | null = null
  #saving: ReturnType<typeof setTimeout> | undefined

  constructor(queue: UploadQueue) {
    this.queue = queue
    queue.store.subscribe(() => this.#saveSoon())
  }

  /** Goes on with what waited for signing in; somebody else's uploads are nothing to go on with. */
  signedIn(userId: string): void {
    if (this.#owner !== userId) {
      if (this.#owner !== null) this.queue.cancelAll()
      this.#owner = userId
      this.#memory = createMemory(userId, {
        storage: localStorage,
        locks: navigator.locks,
        now: Date.now,
      })
      this.#remember([])
      this.#memory.inherit(list => {
        if (this.#owner !== userId) return
        const ids = new Set(list.map(({ id }) => id))
        this.#remember([...this.#earlier.filter(({ id }) => !ids.has(id)), ...list])
      })
      void this.#lookElsewhere(userId)
    }
    if (this.queue.store.paused === 'session') this.queue.resume()
  }

  /** What was chosen in a file or folder dialog. */
  choose(files: readonly File[], parentId: string | null): Promise<Refusal[]> {
    this.queue.beginAnew()
    return takeIn(walkFiles(files), parentId, this.#ports)
  }

  /** What was dropped. The browser shows it only during the event, so it is taken out at once. */
  drop(transfer: DataTransfer, parentId: string | null): Promise<Refusal[]> {
    const entries = [...transfer.items].flatMap(item => item.webkitGetAsEntry() ?? [])
    this.queue.beginAnew()
    const source = entries.length > 0 ? walkEntries(entries) : walkFiles([...transfer.files])
    return takeIn(source, parentId, this.#ports)
  }

  /**
   * Goes on with uploads from before a reload, for which their files have to be chosen again. What
   * is chosen beside them is left alone, unless nothing of it was meant.
   */
  continueWith(files: readonly File[]): Promise<Refusal[]> {
    const known = files.filter(file =>
      recognise(this.#earlier, file, file.webkitRelativePath, undefined),
    )
    this.queue.beginAnew()
    if (known.length === 0)
      this.queue.store.refuse(files.map(({ name }) => ({ name, reason: 'unknown' })))
    const recall: IntakePorts['recall'] = (file, path) => this.#recall(file, path, undefined)
    return takeIn(walkFiles(known), null, { ...this.#ports, recall })
  }

  /** Gives the uploads from before a reload up. */
  forgetEarlier(): void {
    for (const { id } of this.#earlier) this.queue.forget(id)
    this.#remember([])
  }

  subscribeEarlier = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  earlier = (): readonly Remembered[] => this.#earlier

  readonly #ports: IntakePorts = {
    limits: config,
    check: async (parentId, entries) =>
      (await api(preflightUpload, { body: { parent_id: parentId, entries } })).data,
    ask,
    waitingBytes: () => this.queue.store.waitingBytes(),
    accept: tasks => this.queue.add(tasks),
    refuse: refusals => this.queue.store.refuse(refusals),
    recall: (file, path, parentId) => this.#recall(file, path, parentId),
    // A timer lets the browser draw first, which a resolved promise would not.
    rest: () => new Promise(resolve => setTimeout(resolve)),
  }

  /** Every device of the user sees what is unfinished. */
  async #lookElsewhere(userId: string): Promise<void> {
    const answer = await api(listUploads, {}).catch(() => null)
    if (!answer || this.#owner !== userId) return
    const known = new Set([...this.#earlier.map(({ id }) => id), ...this.queue.store.ids])
    const found = unfinishedElsewhere(answer.data, known, Date.now())
    if (found.length > 0) this.#remember([...this.#earlier, ...found])
  }

  #recall(file: File, path: string, parentId: string | null | undefined): Remembered | null {
    const earlier = recognise(this.#earlier, file, path, parentId)
    if (earlier) this.#remember(this.#earlier.filter(entry => entry !== earlier))
    return earlier
  }

  #remember(earlier: readonly Remembered[]): void {
    this.#earlier = earlier
    this.#saved = null
    this.#saveSoon()
    for (const listener of this.#listeners) listener()
  }

  #saveSoon(): void {
    if (this.#saved === this.queue.store.ids) return
    this.#saving ??= setTimeout(() => {
      this.#saving = undefined
      this.#save()
    }, SAVE_MS)
  }

  #save(): void {
    const { store } = this.queue
    this.#saved = store.ids
    const open = (['begun', 'failed', 'waiting'] as const).flatMap(place => store.tasksIn(place))
    const own = this.#earlier.filter(({ device }) => device === undefined)
    this.#memory?.save([...own, ...open.flatMap(memoOf)])
  }
}

function memoOf({ id, file, path, parentId }: UploadTask): Omit<Remembered, 'at'>[] {
  if (!file) return []
  const { name, size, lastModified } = file
  return [{ id, name, size, lastModified, path, parentId }]
}

/** Waits, or until the network is back. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = new AbortController()
    const timer = setTimeout(() => finish(), ms)
    const finish = () => {
      clearTimeout(timer)
      end.abort()
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    addEventListener('online', finish, { signal: end.signal })
    signal.addEventListener('abort', finish, { signal: end.signal })
  })
}

/** Browsers offer it only where the page came by a safe way. */
async function digest(bytes: ArrayBuffer): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCharCode(...hash))
}

let instance: Uploads | undefined

/** Made when it is first needed, as the configuration is not there before. */
export function uploads(): Uploads {
  instance ??= new Uploads(
    new UploadQueue({
      transport: xhrTransport(),
      limits: { chunkSize: config().chunkSize, batchBytes: BATCH_BYTES },
      wait,
      digest,
    }),
  )
  return instance
}
