import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { fromKysely, PgBoss } from 'pg-boss'
import { recordChange } from '../db/changes.ts'
import type { Database, Db } from '../db/open.ts'
import type { AnyJob } from './job.ts'
import {
  type ClaimedJob,
  DEAD_KEPT_MS,
  type DeadJob,
  type JobKind,
  type JobOptions,
  type JobStore,
  LEASE_MS,
  pauseAfter,
} from './queue.ts'

const DAY_SECONDS = 86_400
/** pg-boss takes no more for one attempt. */
const LONGEST_SECONDS = DAY_SECONDS - 1
/** A queue is no place to forget things in. */
const KEPT_WAITING_SECONDS = 365 * DAY_SECONDS

interface Options {
  db: Database
  url: string
  jobs: readonly AnyJob[]
  log: FastifyBaseLogger
  wake: () => void
}

interface OpenJob {
  boss: PgBoss
  inside: (tx: Db) => ReturnType<typeof fromKysely>
}

async function start({ url, jobs, log }: Options): Promise<OpenJob> {
  // Only here, so that nobody without PostgreSQL reads it into memory.
  const { PgBoss, fromKysely } = await import('pg-boss')
  const boss = new PgBoss({
    connectionString: url,
    // Apart from the pool of the requests, which may all be waiting for it inside a transaction.
    max: 3,
    schema: 'pgboss',
    // The clock and the watch over lost workers are ours.
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: 10,
  })
  boss.on('error', err => log.error({ err }, 'the job queue'))
  boss.on('warning', warning => log.warn({ warning }, 'the job queue'))
  await boss.start()
  const known = new Set((await boss.getQueues()).map(queue => queue.name))
  for (const { name, attempts, timeoutMs } of jobs) {
    const options = {
      retryLimit: attempts - 1,
      retryDelay: pauseAfter(1) / 1000,
      retryBackoff: true,
      heartbeatSeconds: LEASE_MS / 1000,
      expireInSeconds: Math.min(Math.ceil(timeoutMs / 1000) + 60, LONGEST_SECONDS),
      retentionSeconds: KEPT_WAITING_SECONDS,
      deleteAfterSeconds: DEAD_KEPT_MS / 1000,
    }
    // `short`: of several that wait under one key one is enough.
    if (known.has(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, { ...options, policy: 'short' })
  }
  return { boss, inside: tx => fromKysely(tx as never) }
}

/** What a failure is kept as: ours, or what pg-boss says of a worker that was lost. */
interface Output {
  message?: string
  value?: { message?: string }
}

/** A job without a key must not be taken for another one without. */
const KEYED = 'key:'
const KEYLESS = 'one:'
const singletonKeyOf = (key: string | null | undefined): string =>
  key ? KEYED + key : KEYLESS + randomUUID()
const keyOf = (singletonKey: string | null): string | null =>
  singletonKey?.startsWith(KEYED) ? singletonKey.slice(KEYED.length) : null

/** pg-boss, which keeps the queue in a schema of its own and takes jobs in our transactions. */
export class PostgresStore implements JobStore {
  readonly #options: Options
  #opened: Promise<OpenJob> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Beside the start of the server, which does not wait for it. */
  #open(): Promise<OpenJob> {
    this.#opened ??= start(this.#options).catch(error => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  async add<P>(
    tx: Db,
    { name, payload: schema }: JobKind<P>,
    payload: P,
    { key, delayMs = 0 }: JobOptions = {},
  ): Promise<void> {
    const { boss, inside } = await this.#open()
    const data = schema.parse(payload) as object
    const singletonKey = singletonKeyOf(key)
    const startAfter = delayMs / 1000
    const db = inside(tx)
    // One that waits under the key is written to, not only seen: so nobody takes it on before this
    // transaction is over, and whoever does finds what was done here.
    if (key) await boss.upsert(name, data, { singletonKey, startAfter, db })
    else await boss.insert(name, [{ data, singletonKey, startAfter: `${startAfter}` }], { db })
    if (!recordChange(tx, 'job', [name])) this.#options.wake()
  }

  async claim(names: readonly string[], limit: number): Promise<ClaimedJob[]> {
    const { boss } = await this.#open()
    const taken: ClaimedJob[] = []
    for (const name of names) {
      const batchSize = limit - taken.length
      if (batchSize <= 0) break
      const batch = await boss.fetch(name, { batchSize, includeMetadata: true })
      for (const { id, data, singletonKey, retryCount } of batch)
        taken.push({ id, name, payload: data, key: keyOf(singletonKey), attempt: retryCount + 1 })
    }
    return taken
  }

  async keepAlive(claimed: readonly ClaimedJob[]): Promise<void> {
    const { boss } = await this.#open()
    for (const [name, group] of Map.groupBy(claimed, one => one.name)) {
      const ids = group.map(({ id }) => id)
      await boss.touch(name, ids)
    }
  }

  async finish({ name, id }: ClaimedJob): Promise<void> {
    const { boss } = await this.#open()
    await boss.deleteJob(name, id)
  }

  async fail({ name, id }: ClaimedJob, reason: string): Promise<void> {
    const { boss } = await this.#open()
    await boss.fail(name, id, { message: reason })
  }

  async release({ name, id, key, payload }: ClaimedJob): Promise<void> {
    const { boss, inside } = await this.#open()
    // Taken out and put in anew: pg-boss counts every beginning as an attempt.
    await this.#options.db.transaction().execute(async tx => {
      const db = inside(tx)
      await boss.deleteJob(name, id, { db })
      const data = payload as object
      await boss.insert(name, [{ data, singletonKey: singletonKeyOf(key) }], { db })
    })
  }

  async recover(): Promise<void> {
    const { boss } = await this.#open()
    await boss.supervise()
  }

  async dead(): Promise<DeadJob[]> {
    const { boss } = await this.#open()
    const found = await Promise.all(this.#options.jobs.map(({ name }) => boss.findJobs(name)))
    return found
      .flat()
      .filter(({ state }) => state === 'failed')
      .map(({ name, data, output }) => {
        const { message, value } = (output ?? {}) as Output
        return { name, payload: data, reason: message ?? value?.message ?? '' }
      })
  }

  async close(): Promise<void> {
    const running = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    await running?.boss.stop({ graceful: false })
  }
}
