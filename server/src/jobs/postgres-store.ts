import { randomUUID } from 'node:crypto'
import type { JobState } from '@coffer/contract/jobs'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { fromKysely, JobWithMetadata, PgBoss } from 'pg-boss'
import { recordChange } from '../db/changes.ts'
import type { Database, Db } from '../db/open.ts'
import type { AnyJob } from './job.ts'
import {
  type ClaimedJob,
  type DeadJob,
  type JobKind,
  type JobOptions,
  type JobStore,
  type NamedJob,
  type QueueSummary,
  retryDelayAfter,
  type StoredJob,
} from './queue.ts'
import { isLaneQueue, type OpenJob, QUEUE, queueOf, startPgBoss } from './start-pg-boss.ts'

/** The maximum that pg-boss allows for one attempt. */
const MAX_TIMEOUT_SECONDS = 86_400 - 1

const optionsOf = ({ attempts, timeoutMs }: Pick<AnyJob, 'attempts' | 'timeoutMs'>) => ({
  retryLimit: attempts - 1,
  retryDelay: retryDelayAfter(1) / 1000,
  retryBackoff: true,
  expireInSeconds: Math.min(Math.ceil(timeoutMs / 1000) + 60, MAX_TIMEOUT_SECONDS),
})

/** The data of a job in the queue of its lane. */
interface LaneJob {
  job: string
  payload: unknown
  /** When it was queued first, in milliseconds. */
  since: number
}

/** Before lanes were queues, each job had its own; what waits there is still run. */
const NAME = sql<string>`case when starts_with(name, ${sql.lit(QUEUE)}) then data->>'job' else name end`

interface Options {
  db: Database
  url: string
  jobs: readonly AnyJob[]
  now: () => Date
  log: FastifyBaseLogger
  wake: (names: readonly string[]) => void
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
const singletonKeyOf = (name: string, key: string | null | undefined): string =>
  key ? `${KEYED}${name}:${key}` : KEYLESS + randomUUID()
const keyOf = (name: string, singletonKey: string | null): string | null => {
  const start = `${KEYED}${name}:`
  return singletonKey?.startsWith(start) ? singletonKey.slice(start.length) : null
}

/** A claimed job and the queue it came from. */
type StoredClaim = ClaimedJob & { queue: string }

function toClaim(queue: string, row: JobWithMetadata): StoredClaim {
  const { id, singletonKey, retryCount, createdOn } = row
  const isWrapped = isLaneQueue(queue)
  const { job, payload, since } = row.data as LaneJob
  const name = isWrapped ? job : queue
  return {
    id,
    queue,
    name,
    payload: isWrapped ? payload : row.data,
    key: isWrapped ? keyOf(name, singletonKey) : legacyKeyOf(singletonKey),
    attempt: retryCount + 1,
    queuedAt: isWrapped ? new Date(since) : createdOn,
  }
}

const legacyKeyOf = (singletonKey: string | null): string | null =>
  singletonKey?.startsWith(KEYED) ? singletonKey.slice(KEYED.length) : null

/** How often a keyed job is queued when a worker takes the one of another transaction each time. */
const UPSERT_TRIES = 5

/**
 * Queues a keyed job. An existing waiting job is updated rather than only read, so that it cannot
 * start before this transaction commits, and then sees its changes. pg-boss does nothing when another
 * transaction's job prevented the insert, and a worker took that job before the update.
 */
async function upsert(boss: PgBoss, ...job: Parameters<PgBoss['upsert']>): Promise<void> {
  for (let tries = 0; tries < UPSERT_TRIES; tries += 1)
    if ((await boss.upsert(...job)).jobs.length > 0) return
  throw new Error('A keyed job could not be queued: workers took each one with the same key')
}

/** Options that a job keeps when it is queued again. */
type KeptOptions = ReturnType<typeof optionsOf> & { priority: number }

/** The row of a job whose attempt is the current one, locked in a transaction. */
interface CurrentClaim extends Pick<StoredClaim, 'queue' | 'id'> {
  kept: KeptOptions
  db: ReturnType<typeof fromKysely>
}

/** Uses pg-boss, which keeps the queue in its own schema and accepts jobs in our transactions. */
export class PostgresStore implements JobStore {
  readonly #options: Options
  #opened: Promise<OpenJob> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Opens in the background; the start of the server does not wait for it. */
  #open(): Promise<OpenJob> {
    this.#opened ??= startPgBoss(this.#options).catch(error => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  #queueOf(name: string): string {
    return queueOf(this.#options.jobs.find(job => job.name === name)?.lane ?? 'quick')
  }

  async add<P>(
    tx: Db,
    job: JobKind<P>,
    payload: P,
    { key, delayMs = 0 }: JobOptions = {},
  ): Promise<void> {
    const { boss, inside } = await this.#open()
    const { data, ...options } = this.#waiting(job, payload, key)
    const startAfter = delayMs / 1000
    const queue = this.#queueOf(job.name)
    const db = inside(tx)
    if (key) await upsert(boss, queue, data, { ...options, startAfter, db })
    else await boss.insert(queue, [{ ...options, data, startAfter: `${startAfter}` }], { db })
    this.#announce(tx, job.name)
  }

  async addAll<P>(tx: Db, job: JobKind<P>, payloads: readonly P[]): Promise<void> {
    if (payloads.length === 0) return
    const { boss, inside } = await this.#open()
    const rows = payloads.map(payload => this.#waiting(job, payload))
    await boss.insert(this.#queueOf(job.name), rows, { db: inside(tx) })
    this.#announce(tx, job.name)
  }

  async addMissing<P>(tx: Db, job: JobKind<P>, payloads: ReadonlyMap<string, P>): Promise<void> {
    if (payloads.size === 0) return
    const { boss, inside } = await this.#open()
    const rows = [...payloads].map(([key, payload]) => this.#waiting(job, payload, key))
    const queue = this.#queueOf(job.name)
    const { rows: present } = await sql<{ key: string }>`select singleton_key as key
      from pgboss.job where name = ${queue} and state <= 'active'
        and singleton_key = any(${rows.map(row => row.singletonKey)})`.execute(tx)
    const keys = new Set(present.map(({ key }) => key))
    const missing = rows.filter(row => !keys.has(row.singletonKey))
    if (missing.length === 0) return
    await boss.insert(queue, missing, { db: inside(tx) })
    this.#announce(tx, job.name)
  }

  #waiting<P>({ name, payload, attempts, isUrgent = false }: JobKind<P>, value: P, key?: string) {
    const timeoutMs = this.#options.jobs.find(job => job.name === name)?.timeoutMs ?? 0
    const since = this.#options.now().getTime()
    const data: LaneJob = { job: name, payload: payload.parse(value), since }
    return {
      ...optionsOf({ attempts, timeoutMs }),
      priority: Number(isUrgent),
      singletonKey: singletonKeyOf(name, key),
      data,
    }
  }

  #announce(tx: Db, name: string): void {
    if (!recordChange(tx, 'job', [name])) this.#options.wake([name])
  }

  async claim(names: readonly string[], limit: number): Promise<ClaimedJob[]> {
    const { boss } = await this.#open()
    const claimed: StoredClaim[] = []
    for (const queue of await this.#findDue(names)) {
      const batchSize = limit - claimed.length
      if (batchSize <= 0) break
      const batch = await boss.fetch<object>(queue, { batchSize, includeMetadata: true })
      for (const row of batch) claimed.push(toClaim(queue, row))
    }
    return claimed
  }

  /** The queues with due jobs. */
  async #findDue(names: readonly string[]): Promise<string[]> {
    // Jobs in queues of their own come first: they are older.
    const queues = [...names, ...new Set(names.map(name => this.#queueOf(name)))]
    // In the order of the index by which pg-boss claims, which makes the length of a queue irrelevant.
    const { rows } = await sql<{ name: string }>`select queue.name
      from unnest(${queues}::text[]) with ordinality as queue (name, number)
      cross join lateral (
        select 1 from pgboss.job
        where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit 1) as due
      order by queue.number`.execute(this.#options.db)
    return rows.map(({ name }) => name)
  }

  async keepAlive(claimed: readonly ClaimedJob[]): Promise<void> {
    const { boss } = await this.#open()
    for (const [queue, group] of Map.groupBy(claimed as StoredClaim[], job => job.queue)) {
      const ids = group.map(({ id }) => id)
      await boss.touch(queue, ids)
    }
  }

  async finish(job: ClaimedJob): Promise<void> {
    await this.#endAttempt(job as StoredClaim, (boss, { queue, id, db }) =>
      boss.deleteJob(queue, id, { db }),
    )
  }

  async fail(job: ClaimedJob, reason: string): Promise<void> {
    await this.#endAttempt(job as StoredClaim, (boss, { queue, id, db }) =>
      boss.fail(queue, id, { message: reason }, { db }),
    )
  }

  async release(job: ClaimedJob, delayMs = 0): Promise<void> {
    const { name, key, payload, queuedAt } = job as StoredClaim
    // Deleted and inserted again, because pg-boss counts every start as an attempt.
    await this.#endAttempt(job as StoredClaim, async (boss, { queue, id, db, kept }) => {
      await boss.deleteJob(queue, id, { db })
      const data: LaneJob = { job: name, payload, since: queuedAt.getTime() }
      const options = { singletonKey: singletonKeyOf(name, key), startAfter: `${delayMs / 1000}` }
      // Another process may know the job, and its lane, better than this one.
      const target = isLaneQueue(queue) ? queue : this.#queueOf(name)
      await boss.insert(target, [{ ...kept, ...options, data }], { db })
    })
  }

  /** Does nothing when the job was recovered meanwhile. */
  async #endAttempt(
    { queue, id, attempt }: StoredClaim,
    end: (boss: PgBoss, claim: CurrentClaim) => Promise<unknown>,
  ): Promise<void> {
    const { boss, inside } = await this.#open()
    await this.#options.db.transaction().execute(async tx => {
      const { rows } = await sql<KeptOptions>`select priority, retry_limit as "retryLimit",
          retry_delay as "retryDelay", retry_backoff as "retryBackoff",
          expire_seconds as "expireInSeconds"
        from pgboss.job where name = ${queue} and id = ${id}::uuid and state = 'active'
          and retry_count = ${attempt - 1} for update`.execute(tx)
      const [kept] = rows
      if (kept) await end(boss, { queue, id, kept, db: inside(tx) })
    })
  }

  async recover(running: readonly ClaimedJob[]): Promise<void> {
    const { boss } = await this.#open()
    await this.keepAlive(running)
    await boss.supervise()
  }

  async dead(): Promise<DeadJob[]> {
    await this.#open()
    const { rows } = await sql<{ name: string; payload: unknown; output: Output | null }>`
      select ${NAME} as name, output,
        case when starts_with(name, ${sql.lit(QUEUE)}) then data->'payload' else data end as payload
      from pgboss.job where state = 'failed'`.execute(this.#options.db)
    return rows.map(({ name, payload, output }) => ({
      name,
      payload,
      reason: reasonOf(output) ?? '',
    }))
  }

  async summarize(): Promise<QueueSummary> {
    await this.#open()
    const { rows } = await sql<{
      name: string
      state: keyof typeof LISTED_STATES
      total: number
      first_due_at: Date | null
    }>`select ${NAME} as name, state::text as state, count(*)::int as total,
        min(start_after) filter (where start_after <= now()) as first_due_at
      from pgboss.job where state in ('created', 'retry', 'active', 'failed')
      group by 1, state`.execute(this.#options.db)
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
    const { rows } =
      await sql<ListedRow>`select id::text as id, ${NAME} as name, retry_count, output,
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

  async retry(tx: Db, ids: readonly string[]): Promise<NamedJob[]> {
    const { boss, inside } = await this.#open()
    const jobs = await this.#find(tx, ids, ['failed'])
    for (const [queue, group] of Map.groupBy(jobs, job => job.queue))
      await boss.retry(
        queue,
        group.map(({ id }) => id),
        { db: inside(tx) },
      )
    recordChange(
      tx,
      'job',
      jobs.map(({ name }) => name),
    )
    return jobs
  }

  async discard(tx: Db, ids: readonly string[]): Promise<NamedJob[]> {
    const { boss, inside } = await this.#open()
    const jobs = await this.#find(tx, ids, ['created', 'retry', 'failed'])
    for (const [queue, group] of Map.groupBy(jobs, job => job.queue))
      await boss.deleteJob(
        queue,
        group.map(({ id }) => id),
        { db: inside(tx) },
      )
    return jobs
  }

  async #find(tx: Db, ids: readonly string[], states: readonly string[]) {
    const { rows } = await sql<NamedJob & { queue: string }>`
      select id::text as id, ${NAME} as name, name as queue from pgboss.job
      where id = any(${ids}::uuid[]) and state::text in (${sql.join(states)})`.execute(tx)
    return rows
  }

  async close(): Promise<void> {
    const running = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    await running?.boss.stop({ graceful: false })
  }
}
