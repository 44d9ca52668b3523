import { randomUUID } from 'node:crypto'
import type { JobState } from '@coffer/contract/jobs'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
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
  type QueueSummary,
  retryDelayAfter,
  type StoredJob,
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
  wake: (names: readonly string[]) => void
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
    application_name: 'coffer jobs',
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

const reasonOf = (output: Output | null | undefined): string | null =>
  output?.message ?? output?.value?.message ?? null

/** States of pg-boss, and those that administrators see. */
const LISTED_STATES = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  failed: 'failed',
} as const satisfies Record<string, JobState>

interface ListedRow {
  id: string
  name: string
  retry_count: number
  output: Output | null
  start_after: Date
  created_on: Date
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
    if (!recordChange(tx, 'job', [name])) this.#options.wake([name])
  }

  async claim(names: readonly string[], limit: number): Promise<ClaimedJob[]> {
    const { boss } = await this.#open()
    const claimed: ClaimedJob[] = []
    for (const name of await this.#findDue(names)) {
      const batchSize = limit - claimed.length
      if (batchSize <= 0) break
      const batch = await boss.fetch(name, { batchSize, includeMetadata: true })
      for (const { id, data, singletonKey, retryCount } of batch)
        claimed.push({ id, name, payload: data, key: keyOf(singletonKey), attempt: retryCount + 1 })
    }
    return claimed
  }

  /** In one statement, because pg-boss needs one for each name. */
  async #findDue(names: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select name from pgboss.job
      where name = any(${names}) and state < 'active' and start_after <= now()
      group by name order by min(start_after)`.execute(this.#options.db)
    return rows.map(({ name }) => name)
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
      .map(({ name, data, output }) => ({
        name,
        payload: data,
        reason: reasonOf(output as Output | null) ?? '',
      }))
  }

  async summarize(): Promise<QueueSummary> {
    await this.#open()
    const { rows } = await sql<{
      name: string
      state: keyof typeof LISTED_STATES
      total: number
      first_due_at: Date | null
    }>`select name, state::text as state, count(*)::int as total,
        min(start_after) filter (where start_after <= now()) as first_due_at
      from pgboss.job where state in ('created', 'retry', 'active', 'failed')
      group by name, state`.execute(this.#options.db)
    const countOf = (state: JobState) =>
      rows
        .filter(row => LISTED_STATES[row.state] === state)
        .reduce((sum, row) => sum + row.total, 0)
    const due = rows.filter(row => LISTED_STATES[row.state] === 'waiting' && row.first_due_at)
    return {
      counts: {
        failed: countOf('failed'),
        running: countOf('running'),
        waiting: countOf('waiting'),
      },
      oldestDueAt:
        due.map(row => row.first_due_at).sort((a, b) => Number(a) - Number(b))[0] ?? null,
      retrying: new Map(
        rows.filter(row => row.state === 'retry').map(row => [row.name, row.total]),
      ),
    }
  }

  async list(
    state: JobState,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<StoredJob[]> {
    await this.#open()
    const states = Object.entries(LISTED_STATES).filter(([, listed]) => listed === state)
    const order = state === 'failed' ? sql`completed_on desc` : sql`start_after asc`
    const { rows } = await sql<ListedRow>`select id::text as id, name, retry_count, output,
        start_after, created_on
      from pgboss.job where state::text in (${sql.join(states.map(([name]) => name))})
      order by ${order}, id offset ${offset} limit ${limit}`.execute(this.#options.db)
    return rows.map(({ id, name, retry_count, output, start_after, created_on }) => ({
      id,
      name,
      attempt: state === 'waiting' ? retry_count : retry_count + 1,
      reason: reasonOf(output),
      runAt: start_after,
      createdAt: created_on,
    }))
  }

  async retry(tx: Db, id: string): Promise<string | undefined> {
    const { boss, inside } = await this.#open()
    const name = await this.#nameOf(tx, id, ['failed'])
    if (name === undefined) return undefined
    await boss.retry(name, id, { db: inside(tx) })
    recordChange(tx, 'job', [name])
    return name
  }

  async discard(tx: Db, id: string): Promise<string | undefined> {
    const { boss, inside } = await this.#open()
    const name = await this.#nameOf(tx, id, ['created', 'retry', 'failed'])
    if (name !== undefined) await boss.deleteJob(name, id, { db: inside(tx) })
    return name
  }

  async #nameOf(tx: Db, id: string, states: readonly string[]): Promise<string | undefined> {
    const { rows } = await sql<{ name: string }>`select name from pgboss.job
      where id = ${id}::uuid and state::text in (${sql.join(states)})`.execute(tx)
    return rows[0]?.name
  }

  async close(): Promise<void> {
    const running = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    await running?.boss.stop({ graceful: false })
  }
}
