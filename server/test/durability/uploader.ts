import { randomUUID } from 'node:crypto'
import { checksum } from '../contents.ts'
import type { Answer, TestClient, UploadFields } from '../test-client.ts'
import type { Figures } from './figures.ts'
import { bytesOf, type ChunkedUpload, type Content, contentOf, type Ledger } from './ledger.ts'
import type { Random } from './seeded.ts'

/** What became of a request: its answer was yes, no for the disk's sake, or did not arrive. */
export type UploadOutcome = 'acknowledged' | 'refused' | 'cut off'

const SMALL_BYTES = 96 * 1024
const CHUNK_BYTES = 256 * 1024
const LARGE_BYTES = 1024 * 1024
const BATCH_SIZE = 2

// biome-ignore lint/suspicious/noExplicitAny: the answer is an item, an upload or a problem.
type UploadAnswer = Answer<any>

const isDiskFault = ({ status, body, headers }: UploadAnswer): boolean =>
  headers.get('content-type')?.startsWith('application/problem+json') === true &&
  ((status === 507 && body.code === 'storage.full') ||
    (status === 503 && body.code === 'storage.unavailable'))

/** Every answer that was no, or that nothing explains. */
export interface Refusal {
  status: number
  code: string
  isDiskFault: boolean
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

/** One client of one person: uploads one thing after another and writes down what was promised. */
export class Uploader {
  readonly #client: TestClient
  readonly #ledger: Ledger
  readonly #random: Random
  readonly #label: string
  readonly #figures: Figures
  #count = 0
  readonly #mine = new Set<string>()
  readonly refusals: Refusal[] = []
  /** Whether what was refused has not happened. Nobody knows where the database went away at a commit. */
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

  /** One request of any kind. */
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

  /** A new content for a file that is there. */
  overwrite(): Promise<UploadOutcome> {
    const path = this.#anyOwnFile()
    return path === undefined ? this.small() : this.#sendWhole(path, true)
  }

  /** The next chunk of an upload that is under way, or the first of another one. */
  chunk(): Promise<UploadOutcome> {
    const open = [...this.#mine].flatMap(id => this.#ledger.chunked.get(id) ?? [])
    const wanted = this.#random.below(BATCH_SIZE)
    return this.sendChunk(open[wanted] ?? this.begin())
  }

  /** An upload in chunks that nothing was sent of yet. */
  begin(): ChunkedUpload {
    const replaced = this.#random.oneIn(3) ? this.#anyOwnFile() : undefined
    const size = CHUNK_BYTES + this.#random.below(LARGE_BYTES)
    const upload: ChunkedUpload = {
      id: randomUUID(),
      path: replaced ?? this.#newPath(),
      content: this.#newContent(size),
      chunkBytes: CHUNK_BYTES,
      withChecksums: this.#random.oneIn(2),
      replaces: replaced !== undefined,
      acknowledgedBytes: 0,
      sentBytes: 0,
    }
    this.#ledger.chunked.set(upload.id, upload)
    this.#mine.add(upload.id)
    return upload
  }

  async sendChunk(upload: ChunkedUpload): Promise<UploadOutcome> {
    const { end, fields } = chunkAt(upload, upload.acknowledgedBytes)
    if (fields.is_last) this.#ledger.send(upload.path, upload.content)
    upload.sentBytes = end
    const outcome = await this.#ask(fields, fields.is_last ? upload.replaces : 'chunk')
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
    const outcome = await this.#ask(fields, replaces)
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

  /** A file of this client's that no upload under way is about to replace. */
  #anyOwnFile(): string | undefined {
    const busy = new Set([...this.#ledger.chunked.values()].map(upload => upload.path))
    const mine = this.#ledger
      .acknowledgedPaths()
      .filter(path => nameIn(path).startsWith(`${this.#label}-`) && !busy.has(path))
    return mine.length === 0 ? undefined : mine[this.#random.below(mine.length)]
  }

  async #ask(fields: UploadFields, what: 'chunk' | boolean): Promise<UploadOutcome> {
    let answer: UploadAnswer
    try {
      answer = await this.#client.upload(fields)
    } catch {
      this.#figures['requests cut off'] += 1
      return 'cut off'
    }
    const { status, body } = answer
    if (status === 200 || status === 201) {
      const kind = what ? 'overwrites acknowledged' : 'new files acknowledged'
      this.#figures[what === 'chunk' ? 'chunks acknowledged' : kind] += 1
      return 'acknowledged'
    }
    this.#figures['requests refused'] += 1
    this.refusals.push({ status, code: String(body?.code), isDiskFault: isDiskFault(answer) })
    return 'refused'
  }
}
