import { randomUUID } from 'node:crypto'
import { checksum } from '../contents.ts'
import { storesInBucket } from '../s3-bucket.ts'
import type { Answer, TestClient, UploadFields } from '../test-client.ts'
import type { Figures } from './figures.ts'
import { bytesOf, type ChunkedUpload, type Content, contentOf, type Ledger } from './ledger.ts'
import type { Random } from './seeded.ts'

/** The outcome of a request: accepted, rejected because of the disk, or no response. */
export type UploadOutcome = 'acknowledged' | 'refused' | 'cut off'

const SMALL_BYTES = 96 * 1024
const CHUNK_BYTES = 256 * 1024
const LARGE_BYTES = 1024 * 1024
const BATCH_SIZE = 2
/** In a bucket some uploads have several parts of 8 MiB, which their chunks divide or do not. */
const PARTED_BYTES = 8 * 1024 * 1024
const PARTED_CHUNKS = [3 * 1024 * 1024, 8 * 1024 * 1024]
const PARTED_ONE_IN = 10

// biome-ignore lint/suspicious/noExplicitAny: the answer is an item, an upload or a problem.
type UploadAnswer = Answer<any>

const isDiskFailure = ({ status, body, headers }: UploadAnswer): boolean =>
  headers.get('content-type')?.startsWith('application/problem+json') === true &&
  ((status === 507 && body.code === 'storage.full') ||
    (status === 503 && body.code === 'storage.unavailable'))

/** A rejection, or an unexpected response. */
export interface Refusal {
  status: number
  code: string
  isDiskFailure: boolean
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The chunk of an upload that starts at an offset. */
export function chunkAt(upload: ChunkedUpload, offset: number) {
  const { content, path } = upload
  const end = Math.min(offset + upload.chunkBytes, content.size)
  const bytes = bytesOf(content).slice(offset, end)
  return {
    end,
    fields: {
      filename: nameIn(path),
      path,
      upload_id: upload.id,
      size: content.size,
      offset,
      is_last: end === content.size,
      checksum: upload.withChecksums && bytes.length > 0 ? checksum(bytes) : undefined,
      on_conflict: upload.replaces ? 'replace' : 'rename',
      content: bytes,
    },
  }
}

/** A client that uploads one file after another and records what was acknowledged. */
export class Uploader {
  readonly #client: TestClient
  readonly #ledger: Ledger
  readonly #random: Random
  readonly #label: string
  readonly #figures: Figures
  #count = 0
  readonly #uploadIds = new Set<string>()
  readonly refusals: Refusal[] = []
  /** Whether a rejected request had no effect; unknown if the database was lost during a commit. */
  refusalsAreCertain = true

  constructor(
    client: TestClient,
    ledger: Ledger,
    { random, label, figures }: { random: Random; label: string; figures: Figures },
  ) {
    this.#client = client
    this.#ledger = ledger
    this.#random = random
    this.#label = label
    this.#figures = figures
  }

  /** Sends one request of any kind. */
  step(): Promise<UploadOutcome> {
    const kind = this.#random.below(10)
    if (kind < 4) return this.small()
    if (kind < 6) return this.overwrite()
    return this.chunk()
  }

  /** A new small file in one request. */
  small(): Promise<UploadOutcome> {
    return this.#sendWhole(this.#newPath(), false)
  }

  /** New content for an existing file. */
  overwrite(): Promise<UploadOutcome> {
    const path = this.#anyOwnFile()
    return path === undefined ? this.small() : this.#sendWhole(path, true)
  }

  /** The next chunk of a running upload, or the first of another one. */
  chunk(): Promise<UploadOutcome> {
    const open = [...this.#uploadIds].flatMap(id => this.#ledger.chunked.get(id) ?? [])
    const index = this.#random.below(BATCH_SIZE)
    return this.sendChunk(open[index] ?? this.begin())
  }

  /** Creates an upload in chunks without sending anything. */
  begin(): ChunkedUpload {
    const replaced = this.#random.oneIn(3) ? this.#anyOwnFile() : undefined
    const { size, chunkBytes } = this.#newSize()
    const upload: ChunkedUpload = {
      id: randomUUID(),
      path: replaced ?? this.#newPath(),
      content: this.#newContent(size),
      chunkBytes,
      withChecksums: this.#random.oneIn(2),
      replaces: replaced !== undefined,
      acknowledgedBytes: 0,
      sentBytes: 0,
    }
    this.#ledger.chunked.set(upload.id, upload)
    this.#uploadIds.add(upload.id)
    return upload
  }

  #newSize(): { size: number; chunkBytes: number } {
    const isParted = storesInBucket() && this.#random.oneIn(PARTED_ONE_IN)
    if (!isParted)
      return { size: CHUNK_BYTES + this.#random.below(LARGE_BYTES), chunkBytes: CHUNK_BYTES }
    const chunkBytes = PARTED_CHUNKS[this.#random.below(PARTED_CHUNKS.length)] ?? PARTED_BYTES
    return { size: PARTED_BYTES + this.#random.below(PARTED_BYTES), chunkBytes }
  }

  async sendChunk(upload: ChunkedUpload): Promise<UploadOutcome> {
    const { end, fields } = chunkAt(upload, upload.acknowledgedBytes)
    if (fields.is_last) this.#ledger.send(upload.path, upload.content)
    upload.sentBytes = end
    const outcome = await this.#upload(fields, fields.is_last ? upload.replaces : 'chunk')
    if (outcome === 'acknowledged') {
      upload.acknowledgedBytes = end
      if (fields.is_last) {
        this.#ledger.acknowledge(upload.path)
        this.#ledger.chunked.delete(upload.id)
      }
    }
    if (outcome === 'refused' && fields.is_last) this.#refuse(upload.path)
    return outcome
  }

  async #sendWhole(path: string, replaces: boolean): Promise<UploadOutcome> {
    const content = this.#newContent(1 + this.#random.below(SMALL_BYTES))
    const bytes = bytesOf(content)
    const id = this.#random.oneIn(2) && !replaces ? randomUUID() : undefined
    this.#ledger.send(path, content)
    if (id) this.#ledger.repeatable.set(id, { id, path, content })
    const fields = {
      filename: nameIn(path),
      path,
      on_conflict: replaces ? 'replace' : 'rename',
      upload_id: id,
      checksum: this.#random.oneIn(2) ? checksum(bytes) : undefined,
      content: bytes,
    }
    const outcome = await this.#upload(fields, replaces)
    if (outcome === 'acknowledged') this.#ledger.acknowledge(path)
    if (outcome === 'refused') this.#refuse(path)
    if (outcome === 'acknowledged' && id) this.#ledger.repeatable.delete(id)
    return outcome
  }

  #refuse(path: string): void {
    if (this.refusalsAreCertain) this.#ledger.refuse(path)
  }

  #newContent(size: number): Content {
    this.#count += 1
    return contentOf(`${this.#label} ${this.#count}`, size)
  }

  #newPath(): string {
    this.#count += 1
    const name = `${this.#label}-${this.#count}.bin`
    return this.#random.oneIn(4) ? `${this.#label}-folder/inner/${name}` : name
  }

  /** A file of this client that no running upload replaces. */
  #anyOwnFile(): string | undefined {
    const busy = new Set([...this.#ledger.chunked.values()].map(upload => upload.path))
    const mine = this.#ledger
      .acknowledgedPaths()
      .filter(path => nameIn(path).startsWith(`${this.#label}-`) && !busy.has(path))
    return mine.length === 0 ? undefined : mine[this.#random.below(mine.length)]
  }

  async #upload(fields: UploadFields, requestKind: 'chunk' | boolean): Promise<UploadOutcome> {
    let answer: UploadAnswer
    try {
      answer = await this.#client.upload(fields)
    } catch {
      this.#figures['requests cut off'] += 1
      return 'cut off'
    }
    const { status, body } = answer
    if (status === 200 || status === 201) {
      const kind = requestKind ? 'overwrites acknowledged' : 'new files acknowledged'
      this.#figures[requestKind === 'chunk' ? 'chunks acknowledged' : kind] += 1
      return 'acknowledged'
    }
    this.#figures['requests refused'] += 1
    this.refusals.push({ status, code: String(body?.code), isDiskFailure: isDiskFailure(answer) })
    return 'refused'
  }
}
