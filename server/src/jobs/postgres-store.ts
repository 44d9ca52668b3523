import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { fromKysely, PgBoss } from 'pg-boss'
import { recordChange } from '../db/changes.ts'
import type { Database, Db } from '../db/open.ts'
import type { AnyJob } from './job.ts'
import {
  type ClaimedJob,
  DEAD_RETENTION_MS,
  type DeadJob,
  type JobKind,
  type JobOptions,
  type JobStore,
  LEASE_MS,
  retryDelayAfter,
} from './queue.ts'

const DAY_SECONDS = 86_400
/** The maximum that pg-boss allows for one attempt. */
const MAX_TIMEOUT_SECONDS = DAY_SECONDS - 1
/** Waiting jobs must not be dropped silently. */
const RETENTION_SECONDS = 365 * DAY_SECONDS

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
  // Imported here, so that servers without PostgreSQL do not load it.
  const { PgBoss, fromKysely } = await import('pg-boss')
  const boss = new PgBoss({
    connectionString: url,
    // Separate from the pool of requests, which may all wait for this one inside a transaction.
    max: 3,
    schema: 'pgboss',
    // Scheduling and recovering lost jobs are implemented in this folder.
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: 10,
  })
  boss.on('error', err => log.error({ err }, 'job queue error'))
  boss.on('warning', warning => log.warn({ warning }, 'job queue warning'))
  await boss.start()
  const known = new Set((await boss.getQueues()).map(queue => queue.name))
  for (const { name, attempts, timeoutMs } of jobs) {
    const options = {
      retryLimit: attempts - 1,
      retryDelay: retryDelayAfter(1) / 1000,
      retryBackoff: true,
      heartbeatSeconds: LEASE_MS / 1000,
      expireInSeconds: Math.min(Math.ceil(timeoutMs / 1000) + 60, MAX_TIMEOUT_SECONDS),
      retentionSeconds: RETENTION_SECONDS,
      deleteAfterSeconds: DEAD_RETENTION_MS / 1000,
    }
    // `short`: of several waiting jobs with the same key, one is enough.
    if (known.has(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, { ...options, policy: 'short' })
  }
  return { boss, inside: tx => fromKysely(tx as never) }
}

/** The stored reason of a failure: our own, or that of pg-boss for a lost worker. */
interface Output {
  message?: string
  value?: { message?: string }
}

/** Jobs without a key get a unique one, so that they never replace each other. */
const KEYED = 'key:'
const KEYLESS = 'one:'
const singletonKeyOf = (key: string | null | undefined): string =>
  key ? KEYED + key : KEYLESS + randomUUID()
const keyOf = (singletonKey: string | null): string | null =>
  singletonKey?.startsWith(KEYED) ? singletonKey.slice(KEYED.length) : null

/** Uses pg-boss, which keeps the queue in its own schema and accepts jobs in our transactions. */
export class PostgresStore implements JobStore {
  readonly #options: Options
  #opened: Promise<OpenJob> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Opens in the background; the start of the server does not wait for it. */
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
    // An existing waiting job is updated rather than only read, so that it cannot start before this
    // transaction commits, and then sees its changes.
    if (key) await boss.upsert(name, data, { singletonKey, startAfter, db })
    else await boss.insert(name, [{ data, singletonKey, startAfter: `${startAfter}` }], { db })
    if (!recordChange(tx, 'job', [name])) this.#options.wake()
  }

  async claim(names: readonly string[], limit: number): Promise<ClaimedJob[]> {
    const { boss } = await this.#open()
    const claimed: ClaimedJob[] = []
    for (const name of names) {
      const batchSize = limit - claimed.length
      if (batchSize <= 0) break
      const batch = await boss.fetch(name, { batchSize, includeMetadata: true })
      for (const { id, data, singletonKey, retryCount } of batch)
        claimed.push({ id, name, payload: data, key: keyOf(singletonKey), attempt: retryCount + 1 })
    }
    return claimed
  }

  async keepAlive(claimed: readonly ClaimedJob[]): Promise<void> {
    const { boss } = await this.#open()
    for (const [name, group] of Map.groupBy(claimed, job => job.name)) {
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
    // Deleted and inserted again, because pg-boss counts every start as an attempt.
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
    const jobs = await Promise.all(this.#options.jobs.map(({ name }) => boss.findJobs(name)))
    return jobs
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
