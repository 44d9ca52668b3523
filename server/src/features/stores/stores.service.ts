import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@coffer/contract/durations'
import type { Deps } from '../../deps.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import { Blobs, DISK_STORE_ID, type OpenStore } from '../../files/blobs.ts'
import { createDiskReserve } from '../../files/disk-reserve.ts'
import { openDiskStore } from '../../files/disk-store.ts'
import { PictureCache } from '../../files/picture-cache.ts'
import { PagePool, type PartSpace } from '../../files/s3/part-buffer.ts'
import { identityOf, readStorage, type SettingsDeps, type Storage } from '../settings/index.ts'
import * as stores from './stores.repository.ts'

interface StoreDeps extends SettingsDeps, Pick<Deps, 'log'> {
  /** False for commands, which leave the records to servers. */
  isServer: boolean
}

interface OpenStores {
  /** Takes new contents. */
  writing: OpenStore
  /** Others that may have contents. */
  reading: readonly OpenStore[]
  /** Temporary files of this machine. */
  scratch: BlobStore
  pictures?: PictureCache
}

const storesOf = ({ writing, reading }: OpenStores): OpenStore[] => [writing, ...reading]

/** Space of this machine for buckets; opened with the first one. */
interface Scratch {
  store: BlobStore
  space: PartSpace
  pictures: PictureCache
}

/**
 * Opens the stores of an installation and follows the settings: which one takes new contents, and
 * which are still read.
 */
export class Stores {
  readonly blobs: Blobs
  readonly #deps: StoreDeps
  readonly #disk: OpenStore
  readonly #root: string
  #scratch: Promise<Scratch> | undefined
  #choice: string | undefined
  /** The stores that the settings name. */
  #named: OpenStores
  /** Stores that the settings of before named, by their ids. */
  readonly #former = new Map<number, OpenStore>()
  #following: Promise<void> = Promise.resolve()

  private constructor(deps: StoreDeps, disk: OpenStore, root: string) {
    this.#deps = deps
    this.#disk = disk
    this.#root = root
    this.#named = { writing: disk, reading: [], scratch: disk.store }
    this.blobs = new Blobs(this.#named)
  }

  static async open(deps: StoreDeps): Promise<Stores> {
    const root = join(deps.config.dataDir, 'blobs')
    const store = await openDiskStore(root, deps.config.diskReserveBytes)
    const disk = { id: DISK_STORE_ID, store }
    const opened = new Stores(deps, disk, root)
    await opened.follow()
    return opened
  }

  /** Opens what the settings name now, unless it is open. Concurrent calls run one after the other. */
  follow(): Promise<void> {
    const followed = this.#following.then(() => this.#follow())
    this.#following = followed.catch(() => undefined)
    return followed
  }

  async #follow(): Promise<void> {
    const storage = await readStorage(this.#deps)
    const choice = JSON.stringify(storage)
    const isChanged = choice !== this.#choice
    if (isChanged) {
      const named = await this.#openAll(storage)
      this.#keepFormer(named)
      this.#named = named
      this.#choice = choice
    }
    if (isChanged || this.#former.size > 0) await this.#use()
    if (isChanged && this.#deps.isServer) await this.#record(this.#named)
  }

  /** Remembers the stores that are no longer named. */
  #keepFormer(named: OpenStores): void {
    for (const store of storesOf(this.#named)) this.#former.set(store.id, store)
    for (const { id } of storesOf(named)) this.#former.delete(id)
  }

  /**
   * Uses the named stores, and reads former ones while they have contents: a request that began
   * before the change, or in a process that followed it later, stores its content there.
   */
  async #use(): Promise<void> {
    const ids = storesOf(this.#named).map(({ id }) => id)
    const others = this.#former.size > 0 ? await stores.findOthersInUse(this.#deps.db, ids) : []
    const former = others.flatMap(({ id }) => this.#former.get(id) ?? [])
    this.blobs.use({ ...this.#named, reading: [...this.#named.reading, ...former] })
  }

  async #openAll({ isBucket, s3 }: Storage): Promise<OpenStores> {
    const disk = this.#disk
    if (!s3) return { writing: disk, reading: [], scratch: disk.store }
    const [{ openS3Store }, scratch] = await Promise.all([
      import('../../files/s3/s3-store.ts'),
      this.#openScratch(),
    ])
    const bucket = {
      id: await stores.registerBucket(this.#deps.db, identityOf(s3)),
      store: await openS3Store({ s3, scratch: scratch.store, space: scratch.space }),
    }
    const { pictures } = scratch
    if (!isBucket) return { writing: disk, reading: [bucket], scratch: disk.store, pictures }
    // A machine of an installation that has always used a bucket has no contents.
    const hasContents = (await readdir(this.#root)).length > 0
    return {
      writing: bucket,
      reading: hasContents ? [disk] : [],
      scratch: scratch.store,
      pictures,
    }
  }

  async #record(named: OpenStores): Promise<void> {
    const { db, log } = this.#deps
    const { writing } = named
    await stores.markWriting(db, writing.id)
    const ids = [this.#disk, ...storesOf(named)].map(store => store.id)
    for (const { identity } of await stores.findOthersInUse(db, ids))
      log.error({ identity }, 'contents lie in a bucket that is not configured any more')
    if (writing !== this.#disk)
      writing.store.check().catch(err => log.error({ err }, 'the bucket cannot be used'))
  }

  #openScratch(): Promise<Scratch> {
    this.#scratch ??= openScratch(this.#deps.config)
    return this.#scratch
  }
}

async function openScratch({
  dataDir,
  diskReserveBytes,
  storage,
  operation: { processNumber },
}: Deps['config']): Promise<Scratch> {
  const all = storage.scratchDir ?? join(dataDir, 'scratch')
  // Each process empties its cache of pictures at the start.
  const root = processNumber === undefined ? all : join(all, String(processNumber))
  const folder = join(root, 'parts')
  await mkdir(folder, { recursive: true })
  await removeOldParts(folder)
  const reserve = createDiskReserve(folder, { reserveBytes: diskReserveBytes })
  return {
    store: await openDiskStore(root, diskReserveBytes),
    space: { pool: new PagePool(storage.bufferBytes), folder, takeDisk: reserve.take },
    pictures: await PictureCache.open(join(root, 'pictures'), storage.cacheBytes),
  }
}

/** A killed process leaves its parts; those of running ones are younger. */
async function removeOldParts(folder: string): Promise<void> {
  const before = Date.now() - DAY_MS
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats && stats.mtimeMs < before) await rm(path, { force: true })
  }
}
