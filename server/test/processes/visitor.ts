import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Item } from '@coffer/contract/items'
import { checksum, sha256 } from '../contents.ts'
import { type Random, seededBytes } from '../durability/seeded.ts'
import { storesInBucket } from '../s3-bucket.ts'
import type { Answer, TestClient, UploadFields } from '../test-client.ts'

const SMALL_BYTES = 64 * 1024
const CHUNK_BYTES = 128 * 1024
const MAX_CHUNKS = 6
/** In a bucket some uploads have several parts of 8 MiB. */
const PARTED_CHUNK_BYTES = 3 * 1024 * 1024
const PARTED_ONE_IN = 10
/** Users may invite 100 addresses in ten minutes, and each team invites one. */
const MAX_TEAMS = 40
/** A call that fails for so long counts as an error that repeating does not heal. */
const PATIENCE_MS = 90_000
const PAUSE_MS = 200

// biome-ignore lint/suspicious/noExplicitAny: the answers of many calls.
type AnyAnswer = Answer<any>

/** Calls by their outcome. */
export interface Counts {
  calls: number
  repeated: number
  uploads: number
  downloads: number
  shares: number
  teams: number
  longestOutageMs: number
  /** The answers to the call that was repeated for the longest time. */
  longestOutage: string
}

export const noCounts = (): Counts => ({
  calls: 0,
  repeated: 0,
  uploads: 0,
  downloads: 0,
  shares: 0,
  teams: 0,
  longestOutageMs: 0,
  longestOutage: 'none',
})

/** Statuses that ask to repeat a call: the server's own, and those of a proxy. */
const REPEATABLE = new Set([429, 500, 502, 503, 504])

interface StoredFile {
  id: string
  sha256: string
}

/** A user who repeats each call until it is answered, and remembers what was acknowledged. */
export class Visitor {
  readonly client: TestClient
  readonly label: string
  readonly files = new Map<string, StoredFile>()
  readonly shares = new Map<string, string>()
  readonly teams = new Map<string, string>()
  readonly failures: string[] = []
  readonly #random: Random
  readonly #counts: Counts
  #number = 0

  constructor(client: TestClient, options: { label: string; random: Random; counts: Counts }) {
    this.client = client
    this.label = options.label
    this.#random = options.random
    this.#counts = options.counts
  }

  /** Does one thing of any kind. */
  async step(): Promise<void> {
    const kind = this.#random.below(12)
    if (kind < 3) await this.#uploadSmall()
    else if (kind < 6) await this.#uploadChunks()
    else if (kind < 7) await this.#replace()
    else if (kind < 10) await this.#download()
    else if (kind < 11) await this.#share()
    else await this.#editTeam()
  }

  #fail(what: string, { status, body }: AnyAnswer): void {
    this.failures.push(`${this.label}: ${what} answers ${status} ${body?.code ?? ''}`)
  }

  /** Repeats a call until it is answered. @param isRepeatable for what else to repeat */
  async #insist(
    what: string,
    call: () => Promise<AnyAnswer>,
    isRepeatable: (answer: AnyAnswer) => boolean = () => false,
  ): Promise<AnyAnswer> {
    const startedAt = Date.now()
    const attempts: string[] = []
    for (;;) {
      this.#counts.calls += 1
      const attemptedAt = Date.now()
      const answer = await call().catch(
        (error): AnyAnswer => ({ status: 0, headers: new Headers(), body: { code: `${error}` } }),
      )
      const { status } = answer
      const outageMs = Date.now() - startedAt
      attempts.push(`${status} ${answer.body?.code ?? ''} in ${Date.now() - attemptedAt} ms`)
      if (status !== 0 && !REPEATABLE.has(status) && !isRepeatable(answer)) {
        if (outageMs > this.#counts.longestOutageMs) {
          this.#counts.longestOutageMs = outageMs
          this.#counts.longestOutage = `${what}: ${attempts.join(', ')}`
        }
        return answer
      }
      if (outageMs > PATIENCE_MS) {
        this.#fail(`${what}, repeated for ${outageMs} ms,`, answer)
        return answer
      }
      this.#counts.repeated += 1
      await sleep(PAUSE_MS)
    }
  }

  #newName(): string {
    this.#number += 1
    return `${this.label}-${this.#number}`
  }

  #anyFile(): [string, StoredFile] | undefined {
    const files = [...this.files]
    return files.length === 0 ? undefined : files[this.#random.below(files.length)]
  }

  async #send(name: string, content: Uint8Array<ArrayBuffer>, more: UploadFields): Promise<void> {
    const upload_id = randomUUID()
    const fields = { filename: name, upload_id, checksum: checksum(content), content, ...more }
    // A request that another process still writes is awaited.
    const answer = await this.#insist(
      `the upload of ${name}`,
      () => this.client.upload(fields),
      ({ status }) => status === 409,
    )
    if (answer.status !== 201) return this.#fail(`the upload of ${name}`, answer)
    this.files.set(name, { id: answer.body.data.id, sha256: sha256(content) })
    this.#counts.uploads += 1
  }

  #content(limit: number): Uint8Array<ArrayBuffer> {
    this.#number += 1
    return seededBytes(`${this.label} ${this.#number}`, 1 + this.#random.below(limit))
  }

  async #uploadSmall(): Promise<void> {
    await this.#send(this.#newName(), this.#content(SMALL_BYTES), {})
  }

  async #replace(): Promise<void> {
    const [name] = this.#anyFile() ?? []
    if (name === undefined) return this.#uploadSmall()
    await this.#send(name, this.#content(SMALL_BYTES), { on_conflict: 'replace' })
  }

  /** Continues where the server says that the upload stands. */
  async #uploadChunks(): Promise<void> {
    const name = this.#newName()
    const isParted = storesInBucket() && this.#random.oneIn(PARTED_ONE_IN)
    const chunkBytes = isParted ? PARTED_CHUNK_BYTES : CHUNK_BYTES
    const content = this.#content(chunkBytes * MAX_CHUNKS)
    const upload_id = randomUUID()
    let acknowledged = 0
    for (let offset = 0; ; ) {
      const end = Math.min(offset + chunkBytes, content.length)
      const part = content.slice(offset, end)
      const fields = {
        filename: name,
        upload_id,
        size: content.length,
        offset,
        is_last: end === content.length,
        checksum: checksum(part),
        content: part,
      }
      const answer = await this.#insist(`a chunk of ${name}`, () => this.client.upload(fields))
      if (answer.status === 201) {
        this.files.set(name, { id: answer.body.data.id, sha256: sha256(content) })
        this.#counts.uploads += 1
        return
      }
      if (answer.status === 200) {
        acknowledged = end
        offset = end
        continue
      }
      if (answer.status !== 409) return this.#fail(`a chunk of ${name}`, answer)
      const received = await this.#receivedBytes(upload_id)
      if (received < acknowledged) {
        this.failures.push(`${name}: ${acknowledged} bytes were acknowledged, ${received} are left`)
        return
      }
      offset = received
      await sleep(PAUSE_MS)
    }
  }

  async #receivedBytes(upload_id: string): Promise<number> {
    const { status, body } = await this.#insist('the state of an upload', () =>
      this.client.send('GET', `/api/upload/${upload_id}`),
    )
    return status === 200 ? body.data.attributes.received_bytes : 0
  }

  async #download(): Promise<void> {
    const [name, file] = this.#anyFile() ?? []
    if (name !== undefined && file) await this.verifyFile(name, file)
  }

  async verifyFile(name: string, file: StoredFile): Promise<void> {
    const answer = await this.#insist(`the download of ${name}`, async () => {
      const response = await this.client.fetch(`/file/${file.id}`)
      const body = new Uint8Array(await response.arrayBuffer())
      return { status: response.status, headers: response.headers, body }
    })
    this.#counts.downloads += 1
    if (answer.status !== 200) this.#fail(`the download of ${name}`, answer)
    else if (sha256(answer.body) !== file.sha256)
      this.failures.push(`${name} has other bytes than were acknowledged`)
  }

  async #share(): Promise<void> {
    const [name, file] = this.#anyFile() ?? []
    if (name === undefined || !file || this.shares.has(file.id)) return
    const body = { id: file.id, type: 'file', permission: 'visitor' }
    const answer = await this.#insist(`the share of ${name}`, () =>
      this.client.send('POST', '/api/share', body),
    )
    // The answer of an earlier try was lost, and an item has one share.
    if (answer.status === 409 || answer.status === 422) return
    if (answer.status !== 201) return this.#fail(`the share of ${name}`, answer)
    this.shares.set(file.id, answer.body.data.attributes.token)
    this.#counts.shares += 1
  }

  async #editTeam(): Promise<void> {
    const [first] = this.teams
    const name = this.#newName()
    if (first && (this.#random.oneIn(2) || this.teams.size >= MAX_TEAMS)) {
      const [id] = first
      const path = `/api/rename/${id}`
      const answer = await this.#insist('the name of a team', () =>
        this.client.send('PATCH', path, { name, type: 'folder' }),
      )
      if (answer.status !== 200) return this.#fail('the name of a team', answer)
      this.teams.set(id, name)
      return
    }
    const invitations = [{ email: `${name}@example.test`, permission: 'can_edit' }]
    const answer = await this.#insist('a new team', () =>
      this.client.send('POST', '/api/teams/folders', { name, invitations }),
    )
    if (answer.status !== 201) return this.#fail('a new team', answer)
    this.teams.set(answer.body.data.id, name)
    this.#counts.teams += 1
  }

  /** Compares what the server has with what it has acknowledged. */
  async verify(): Promise<void> {
    const names = await this.#listNames()
    for (const [name, file] of this.files) {
      if (names.get(file.id) !== name)
        this.failures.push(`${name} was acknowledged and is not listed`)
      await this.verifyFile(name, file)
    }
    for (const token of this.shares.values()) {
      const answer = await this.#insist('a share', () =>
        this.client.send('GET', `/api/share/${token}`),
      )
      if (answer.status !== 200) this.#fail('a share that was acknowledged', answer)
    }
    for (const [id, name] of this.teams) await this.#verifyTeam(id, name)
  }

  async #listNames(): Promise<Map<string, string>> {
    const names = new Map<string, string>()
    for (let page = 1, last = 1; page <= last; page += 1) {
      const query = `sort=name&direction=ASC&page=${page}`
      const { body } = await this.#insist('a list', () =>
        this.client.send('GET', `/api/browse/folders/all?${query}`),
      )
      for (const item of body.data as Item[]) names.set(item.id, item.attributes.name)
      last = body.meta.paginate.lastPage
    }
    return names
  }

  async #verifyTeam(id: string, name: string): Promise<void> {
    const answer = await this.#insist('a team', () => this.client.send('GET', `/api/items/${id}`))
    if (answer.status !== 200) return this.#fail(`the team ${name}`, answer)
    const title = answer.body.data.attributes.name
    if (title !== name) this.failures.push(`the team ${name} is named ${title}`)
  }
}
