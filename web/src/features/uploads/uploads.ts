import { BATCH_BYTES } from '@coffer/contract/upload-batches'
import { listUploads, type Upload } from '@coffer/contract/uploads'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { type ApiScope, userScope } from '../../lib/api-scope.ts'
import { config } from '../../lib/config.ts'
import type { DropHandlingDeps, Origin } from './drop-handling.ts'
import { handlesIn, handlesTo } from './file-handles.ts'
import { indexedDbStorage } from './indexed-db.ts'
import { watchOtherDevices } from './other-devices.ts'
import type { PickedFiles } from './pick-files.ts'
import { ask } from './questions.ts'
import type { Refusal } from './rejections.ts'
import { ResumableUploads } from './resumable-uploads.ts'
import { UploadPersistence } from './upload-persistence.ts'
import { UploadQueue } from './upload-queue.ts'
import { createUploadStore } from './upload-store.ts'
import { resumedTask } from './upload-tasks.ts'
import type { DocumentParts } from './uploads.types.ts'
import { xhrTransport } from './xhr-transport.ts'

/** No page needs it before something comes. */
const loadIntake = () => {
  // Soon needed, but nothing waits for it.
  void import('./send-batch.ts').catch(() => {})
  return Promise.all([import('./drop-handling.ts'), import('./walk.ts')])
}

/** The uploads of this page, which go on while the user looks elsewhere in the app. */
export class Uploads {
  readonly queue: UploadQueue
  readonly earlier = new ResumableUploads({
    goOn: opened => {
      this.queue.beginAnew()
      this.queue.add(opened.map(({ entry, file }) => resumedTask(file, entry, handlesTo(entry))))
    },
    giveUp: (ids, refusals) => {
      for (const id of ids) this.queue.forget(id)
      this.queue.store.refuse(refusals)
    },
  })
  readonly #shelf = indexedDbStorage()
  readonly #keeping: UploadPersistence
  #scope = userScope
  #owner: string | null = null

  constructor(queue: UploadQueue) {
    this.queue = queue
    this.#keeping = new UploadPersistence(queue.store, this.earlier)
  }

  get scope(): ApiScope {
    return this.#scope
  }

  /**
   * Goes on with what waited for signing in, or for a link's password; somebody else's uploads are
   * nothing to go on with.
   * @param owner whose they are: the user's id, or the guest's link
   */
  enter(owner: string, scope: ApiScope): void {
    if (this.#owner !== owner) {
      if (this.#owner !== null) this.queue.cancelAll()
      this.#owner = owner
      this.earlier.remove(this.earlier.all.map(({ id }) => id))
      const ports = { shelf: this.#shelf, locks: navigator.locks, now: Date.now }
      const store = createUploadStore(owner, ports)
      this.#keeping.keepIn(store)
      void store.inherit(async list => {
        if (this.#owner !== owner) throw new DOMException('', 'AbortError')
        if (list.length === 0) return
        const { withSharedHandles } = await import('./reopen-files.ts')
        this.earlier.add(await withSharedHandles(list))
        await this.#keeping.save()
        void this.earlier.open({ needsPrompt: false })
      })
      if (!scope.guest) this.lookElsewhere()
    }
    this.#scope = scope
    if (this.queue.store.paused === 'session') this.queue.resume()
  }

  /** Something is likely to come soon. */
  prepare(): void {
    void loadIntake().catch(() => {})
  }

  /** What was chosen in a file or folder dialog. */
  choose(
    { files, handles }: PickedFiles,
    parentId: string | null,
    document?: DocumentParts,
  ): Promise<Refusal[]> {
    this.queue.beginAnew()
    return this.#takeIn({ files }, { parentId, handles, document })
  }

  /** What was dropped. The browser shows it only during the event, so it is taken out at once. */
  drop({ items, files }: DataTransfer, parentId: string | null): Promise<Refusal[]> {
    const entries = [...items].flatMap(item => item.webkitGetAsEntry() ?? [])
    const handles = handlesIn(items, () => this.#keeping.handlesCame())
    this.queue.beginAnew()
    const found = entries.length > 0 ? { entries } : { files: [...files] }
    return this.#takeIn(found, { parentId, handles })
  }

  /**
   * Goes on with uploads from before a reload, for which their files have to be chosen again. What
   * is chosen beside them is left alone, unless nothing of it was meant.
   */
  continueWith({ files, handles }: PickedFiles): Promise<Refusal[]> {
    const known = files.filter(file => this.earlier.find(file, file.webkitRelativePath, undefined))
    this.queue.beginAnew()
    if (known.length === 0)
      this.queue.store.refuse(files.map(({ name }) => ({ name, reason: 'unknown' })))
    const recall: DropHandlingDeps['recall'] = (file, path) =>
      this.earlier.recall(file, path, undefined)
    return this.#takeIn({ files: known }, { parentId: null, handles }, recall)
  }

  /** Gives uploads from before a reload up. */
  discardResumable(ids: readonly string[]): void {
    for (const id of ids) this.queue.forget(id)
    this.earlier.remove(ids)
  }

  async #takeIn(
    found: { files: readonly File[] } | { entries: readonly FileSystemEntry[] },
    origin: Origin,
    recall = this.#ports.recall,
  ): Promise<Refusal[]> {
    const loaded = await loadIntake().catch(() => null)
    if (!loaded) return this.#refuseAll('files' in found ? found.files : found.entries)
    const [{ takeIn }, { walkEntries, walkFiles }] = loaded
    const source = 'files' in found ? walkFiles(found.files) : walkEntries(found.entries)
    return takeIn(source, origin, { ...this.#ports, recall })
  }

  /** Away before anything of it could be judged. */
  #refuseAll(found: readonly { name: string }[]): Refusal[] {
    const text = i18next.t('uploads.unreachable')
    const refusals = found.map(({ name }) => ({ name, reason: 'told', text }) as const)
    this.queue.store.refuse(refusals)
    return refusals
  }

  readonly #ports: DropHandlingDeps = {
    limits: config,
    check: async (parentId, entries) =>
      (await api(this.#scope.preflightUpload, { body: { parent_id: parentId, entries } })).data,
    ask,
    waitingBytes: () => this.queue.store.waitingBytes(),
    accept: tasks => this.queue.add(tasks),
    refuse: refusals => this.queue.store.refuse(refusals),
    recall: (file, path, parentId) => this.earlier.recall(file, path, parentId),
    // A timer lets the browser draw first, which a resolved promise would not.
    rest: () => new Promise(resolve => setTimeout(resolve)),
  }

  /** Every device of the user sees what is unfinished, as it is by now. */
  readonly lookElsewhere = watchOtherDevices({
    list: async () => {
      const owner = this.#owner
      if (this.#scope.guest) return null
      const all = await allUnfinished().catch(() => null)
      return this.#owner === owner ? all : null
    },
    known: () => {
      const own = this.earlier.all.filter(({ device }) => device === undefined)
      return new Set([...own.map(({ id }) => id), ...this.queue.store.ids])
    },
    show: list => this.earlier.setElsewhere(list),
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
      transport: xhrTransport(() => uploads().scope),
      limits: { chunkSize: config().chunkSize, batchBytes: BATCH_BYTES },
      wait,
      digest,
    }),
  )
  return instance
}
