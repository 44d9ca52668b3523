import { BATCH_BYTES } from '@coffer/contract/upload-batches'
import { listUploads, type Upload } from '@coffer/contract/uploads'
import i18next from 'i18next'
import { createStore, del, get, keys, set } from 'idb-keyval'
import { api } from '../../lib/api.ts'
import { type ApiScope, userScope } from '../../lib/api-scope.ts'
import { config } from '../../lib/config.ts'
import type { DropHandlingDeps, Origin } from './drop-handling.ts'
import { handlesIn, handlesTo } from './file-handles.ts'
import { watchOtherDevices } from './other-devices.ts'
import type { PickedFiles } from './pick-files.ts'
import { ask } from './questions.ts'
import type { Rejection } from './rejections.ts'
import { ResumableUploads } from './resumable-uploads.ts'
import { UploadPersistence } from './upload-persistence.ts'
import { UploadQueue } from './upload-queue.ts'
import { createUploadStore, type HandleStorage } from './upload-store.ts'
import { mayBePartial, resumedTask } from './upload-tasks.ts'
import type { DocumentParts } from './uploads.types.ts'
import { xhrTransport } from './xhr-transport.ts'

/** Loaded when files are dropped or chosen. */
const loadDropHandling = () => {
  // Needed soon, but drop handling does not wait for it.
  void import('./send-batch.ts').catch(() => {})
  return Promise.all([import('./drop-handling.ts'), import('./walk.ts')])
}

/** Stores uploads in IndexedDB, the only browser storage that can hold file handles. */
function indexedDbStorage(): HandleStorage {
  const store = createStore('coffer', 'uploads')
  return {
    keys: () => keys(store),
    get: key => get(key, store),
    set: (key, value) => set(key, value, store),
    del: key => del(key, store),
  }
}

/** The uploads of this page. They continue while the user moves through the app. */
export class Uploads {
  readonly queue: UploadQueue
  readonly resumable = new ResumableUploads({
    resume: opened => {
      this.queue.clearFinishedIfIdle()
      this.queue.add(opened.map(({ entry, file }) => resumedTask(file, entry, handlesTo(entry))))
    },
    discard: (ids, rejections) => {
      for (const id of ids) this.queue.discard(id)
      this.queue.store.reject(rejections)
    },
  })
  readonly #storage = indexedDbStorage()
  readonly #persistence: UploadPersistence
  #scope = userScope
  #owner: string | null = null

  constructor(queue: UploadQueue) {
    this.queue = queue
    this.#persistence = new UploadPersistence(queue.store, this.resumable)
  }

  get scope(): ApiScope {
    return this.#scope
  }

  /**
   * Sets the owner of the uploads. Resumes uploads that wait for a sign-in or a link's password;
   * cancels uploads of another owner.
   * @param owner the user's id, or the guest's link
   */
  enter(owner: string, scope: ApiScope): void {
    if (this.#owner !== owner) {
      if (this.#owner !== null) this.queue.cancelAll()
      this.#owner = owner
      this.resumable.remove(this.resumable.all.map(({ id }) => id))
      const store = createUploadStore(owner, {
        storage: this.#storage,
        locks: navigator.locks,
        now: Date.now,
        wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
      })
      this.#persistence.setStore(store)
      void store.inherit(async list => {
        if (this.#owner !== owner) throw new DOMException('', 'AbortError')
        if (list.length === 0) return
        const { withSharedHandles } = await import('./reopen-files.ts')
        this.resumable.add(await withSharedHandles(list))
        await this.#persistence.save()
        void this.resumable.open({ needsPrompt: false })
      })
      if (!scope.guest) this.findOtherDeviceUploads()
    }
    this.#scope = scope
    if (this.queue.store.paused === 'session') this.queue.resume()
  }

  /** Loads the code before files are expected, for example during a drag. */
  prepare(): void {
    void loadDropHandling().catch(() => {})
  }

  /** Queues files from a file or folder dialog. Resolves with the rejections to announce. */
  choose(
    { files, handles }: PickedFiles,
    parentId: string | null,
    document?: DocumentParts,
  ): Promise<Rejection[]> {
    this.queue.clearFinishedIfIdle()
    return this.#queueDrop({ files }, { parentId, handles, document })
  }

  /**
   * Queues dropped files. Entries are read synchronously, because the browser exposes them only
   * during the event.
   */
  drop({ items, files }: DataTransfer, parentId: string | null): Promise<Rejection[]> {
    const entries = [...items].flatMap(item => item.webkitGetAsEntry() ?? [])
    const handles = handlesIn(items, () => this.#persistence.handlesReady())
    this.queue.clearFinishedIfIdle()
    const source = entries.length > 0 ? { entries } : { files: [...files] }
    return this.#queueDrop(source, { parentId, handles })
  }

  /**
   * Resumes uploads from before a reload with files that were chosen again. Other chosen files are
   * ignored, unless no file matches.
   */
  continueWith({ files, handles }: PickedFiles): Promise<Rejection[]> {
    const matching = files.filter(file =>
      this.resumable.find(file, file.webkitRelativePath, undefined),
    )
    this.queue.clearFinishedIfIdle()
    if (matching.length === 0)
      this.queue.store.reject(files.map(({ name }) => ({ name, reason: 'unknown' })))
    const takeResumable: DropHandlingDeps['takeResumable'] = (file, path) =>
      this.resumable.take(file, path, undefined)
    return this.#queueDrop({ files: matching }, { parentId: null, handles }, takeResumable)
  }

  /** Cancels all uploads. Saved at once, so that a reload does not bring them back. */
  cancelAll(): void {
    this.queue.cancelAll()
    void this.#persistence.save()
  }

  /** Discards uploads from before a reload. */
  discardResumable(ids: readonly string[]): void {
    const isDiscarded = new Set(ids)
    for (const entry of this.resumable.all)
      if (isDiscarded.has(entry.id) && mayBePartial(entry)) this.queue.discard(entry.id)
    this.resumable.remove(ids)
    void this.#persistence.save()
  }

  async #queueDrop(
    source: { files: readonly File[] } | { entries: readonly FileSystemEntry[] },
    origin: Origin,
    takeResumable = this.#deps.takeResumable,
  ): Promise<Rejection[]> {
    const loaded = await loadDropHandling().catch(() => null)
    if (!loaded) return this.#rejectAll('files' in source ? source.files : source.entries)
    const [{ queueDrop }, { walkEntries, walkFiles }] = loaded
    const batches = 'files' in source ? walkFiles(source.files) : walkEntries(source.entries)
    return queueDrop(batches, origin, { ...this.#deps, takeResumable })
  }

  /** Rejects all files when the code can't be loaded. */
  #rejectAll(entries: readonly { name: string }[]): Rejection[] {
    const text = i18next.t('uploads.unreachable')
    const rejections = entries.map(({ name }) => ({ name, reason: 'server', text }) as const)
    this.queue.store.reject(rejections)
    return rejections
  }

  readonly #deps: DropHandlingDeps = {
    limits: config,
    check: async (parentId, entries) =>
      (await api(this.#scope.preflightUpload, { body: { parent_id: parentId, entries } })).data,
    ask,
    waitingBytes: () => this.queue.store.waitingBytes(),
    accept: tasks => this.queue.add(tasks),
    reject: rejections => this.queue.store.reject(rejections),
    takeResumable: (file, path, parentId) => this.resumable.take(file, path, parentId),
    // A timer lets the browser render first, which a resolved promise would not.
    yieldToBrowser: () => new Promise(resolve => setTimeout(resolve)),
  }

  /** Checks for unfinished uploads of the user's other devices. */
  readonly findOtherDeviceUploads = watchOtherDevices({
    list: async () => {
      const owner = this.#owner
      if (this.#scope.guest) return null
      const all = await allUnfinished().catch(() => null)
      return this.#owner === owner ? all : null
    },
    known: () => {
      const ownUploads = this.resumable.all.filter(({ device }) => device === undefined)
      return new Set([...ownUploads.map(({ id }) => id), ...this.queue.store.ids])
    },
    show: list => this.resumable.setOtherDevices(list),
  })
}

async function allUnfinished(): Promise<Upload[]> {
  const all: Upload[] = []
  let after: string | undefined
  do {
    const { data, meta } = await api(listUploads, { query: { after } })
    all.push(...data)
    after = meta.next ?? undefined
  } while (after !== undefined)
  return all
}

/** Waits for the time, or until the network is back. */
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

/** Returns null outside of secure contexts, where browsers offer no Web Crypto. */
async function digest(bytes: ArrayBuffer): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return btoa(String.fromCharCode(...hash))
}

let instance: Uploads | undefined

/** Created on first use, because the configuration is loaded later than this module. */
export function uploads(): Uploads {
  instance ??= new Uploads(
    new UploadQueue({
      transport: xhrTransport(() => uploads().scope),
      limits: { chunkSize: config().chunkSize, batchBytes: BATCH_BYTES },
      wait,
      digest,
    }),
  )
  return instance
}
