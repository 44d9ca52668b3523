import type { JobState } from '@coffer/contract/jobs'
import { type ExpressionBuilder, sql } from 'kysely'
import { recordChange } from '../db/changes.ts'
import type { Db } from '../db/open.ts'
import { prepared } from '../db/prepared.ts'
import type { JobRow, Schema } from '../db/schema.ts'
import { ROWS_PER_STATEMENT } from '../db/write-in-batches.ts'
import type { Deps } from '../deps.ts'
import { inBatches } from '../lib/batches.ts'
import type { AnyJob } from './job.ts'
import {
  type ClaimedJob,
  DEAD_RETENTION_MS,
  type DeadJob,
  type JobKind,
  type JobOptions,
  type JobStore,
  LEASE_MS,
  type NamedJob,
  type QueueSummary,
  retryDelayAfter,
  type StoredJob,
  WORKER_LOST,
} from './queue.ts'
import { findKeys, findRedundant, isWaitingAgain, type Keyed } from './waiting-keys.ts'

type StoredState = JobRow['state']

const STORED_STATES = {
  failed: 'dead',
  running: 'running',
  waiting: 'waiting',
} as const satisfies Record<JobState, StoredState>

type StoreDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'newId'>

const insertJob = prepared((db, row: JobRow) =>
  db
    .insertInto('jobs')
    .values({
      id: row.id,
      name: row.name,
      payload: row.payload,
      key: row.key,
      state: row.state,
      attempt: row.attempt,
      attempts: row.attempts,
      run_at: row.run_at,
      leased_until: row.leased_until,
      reason: row.reason,
      created_at: row.created_at,
    })
    // An earlier time moves up a waiting job with the same key.
    .onConflict(oc =>
      oc
        .columns(['name', 'key'])
        .where('state', '=', sql.lit('waiting'))
        .where('key', 'is not', null)
        .doUpdateSet(eb => ({
          run_at: sql<number>`min(${eb.ref('jobs.run_at')}, ${eb.ref('excluded.run_at')})`,
        })),
    ),
)

const toClaimedJob = ({ id, name, payload, key, attempt, created_at }: JobRow): ClaimedJob => ({
  id,
  name,
  payload: JSON.parse(payload),
  key,
  attempt,
  queuedAt: new Date(created_at),
})

type Attempt = Pick<ClaimedJob, 'id' | 'attempt'>

/** The row of a job while this attempt is the current one. */
const isCurrent =
  ({ id, attempt }: Attempt) =>
  (eb: ExpressionBuilder<Schema, 'jobs'>) =>
    eb.and({ id, attempt, state: 'running' })

async function requeue(tx: Db, job: Keyed & Attempt, change: Partial<JobRow>): Promise<void> {
  if (await isWaitingAgain(tx, job)) {
    await tx.deleteFrom('jobs').where(isCurrent(job)).execute()
    return
  }
  await tx
    .updateTable('jobs')
    .set({ state: 'waiting', leased_until: null, ...change })
    .where(isCurrent(job))
    .execute()
}

async function markDead(tx: Db, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ state: 'dead', leased_until: null, reason })
    .where('id', '=', id)
    .execute()
}

/** Due jobs, those named `urgent` and then the oldest first. */
const selectDue = (
  db: Db,
  time: number,
  names: readonly string[],
  urgent: readonly string[],
  limit: number,
) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'waiting')
    .where('name', 'in', names)
    .where('run_at', '<=', time)
    .$if(urgent.length > 0, query => query.orderBy(eb => eb('name', 'in', urgent), 'desc'))
    .orderBy('run_at')
    // In the order of queueing, because ids made in the same millisecond are not ordered.
    .orderBy(sql`rowid`)
    .limit(limit)

const BATCH_SIZE = 1000

const findLost = (db: Db, time: number): Promise<JobRow[]> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('state', '=', 'running')
    .where('leased_until', '<', time)
    .limit(BATCH_SIZE)
    .execute()

async function findDeadBefore(db: Db, time: number): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', sql.lit('dead'))
    .where('run_at', '<', time)
    .limit(BATCH_SIZE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores jobs in the same database, so that they are as durable as the data they belong to. */
export class SqliteStore implements JobStore {
  readonly #deps: StoreDeps
  /** Names of urgent jobs. */
  readonly #urgent: ReadonlySet<string>
  readonly #wake: (names: readonly string[]) => void

  constructor(deps: StoreDeps, jobs: readonly AnyJob[], wake: (names: readonly string[]) => void) {
    this.#deps = deps
    this.#urgent = new Set(jobs.filter(job => job.isUrgent).map(job => job.name))
    this.#wake = wake
  }

  #time(): number {
    return this.#deps.now().getTime()
  }

  async add<P>(tx: Db, job: JobKind<P>, payload: P, options?: JobOptions): Promise<void> {
    await insertJob(tx, this.#waiting(job, payload, options))
    this.#announce(tx, job.name)
  }

  async addAll<P>(tx: Db, job: JobKind<P>, payloads: readonly P[]): Promise<void> {
    const rows = payloads.map(payload => this.#waiting(job, payload))
    await this.#insertAll(tx, job.name, rows)
  }

  async addMissing<P>(tx: Db, job: JobKind<P>, payloads: ReadonlyMap<string, P>): Promise<void> {
    const present = await findKeys(tx, job.name)
    const missing = [...payloads].filter(([key]) => !present.has(key))
    const rows = missing.map(([key, payload]) => this.#waiting(job, payload, { key }))
    await this.#insertAll(tx, job.name, rows)
  }

  async #insertAll(tx: Db, name: string, rows: readonly JobRow[]): Promise<void> {
    if (rows.length === 0) return
    for (const batch of inBatches(rows, ROWS_PER_STATEMENT))
      await tx.insertInto('jobs').values(batch).execute()
    this.#announce(tx, name)
  }

  #waiting<P>(
    { name, payload: schema, attempts }: JobKind<P>,
    payload: P,
    { key, delayMs = 0 }: JobOptions = {},
  ): JobRow {
    return {
      id: this.#deps.newId(),
      name,
      payload: JSON.stringify(schema.parse(payload)),
      key: key ?? null,
      state: 'waiting',
      attempt: 0,
      attempts,
      run_at: this.#time() + delayMs,
      leased_until: null,
      reason: null,
      created_at: this.#time(),
    }
  }

  #announce(tx: Db, name: string): void {
    if (!recordChange(tx, 'job', [name])) this.#wake([name])
  }

  async claim(names: readonly string[], limit: number): Promise<ClaimedJob[]> {
    const time = this.#time()
    // A cheap read first, so that an empty queue needs no write.
    const due = await selectDue(this.#deps.db, time, names, [], 1).execute()
    if (due.length === 0) return []
    const urgent = names.filter(name => this.#urgent.has(name))
    const rows = await this.#deps.transact(tx =>
      tx
        .updateTable('jobs')
        .set(eb => ({
          state: 'running',
          attempt: eb('attempt', '+', 1),
          leased_until: time + LEASE_MS,
        }))
        .where('id', 'in', selectDue(tx, time, names, urgent, limit))
        .returningAll()
        .execute(),
    )
    return rows.sort((a, b) => a.run_at - b.run_at).map(toClaimedJob)
  }

  async keepAlive(jobs: readonly ClaimedJob[]): Promise<void> {
    const ids = jobs.map(({ id }) => id)
    await this.#deps.transact(tx =>
      tx
        .updateTable('jobs')
        .set({ leased_until: this.#time() + LEASE_MS })
        .where('id', 'in', ids)
        .where('state', '=', 'running')
        .execute(),
    )
  }

  async finish(job: ClaimedJob): Promise<void> {
    await this.#deps.transact(tx => tx.deleteFrom('jobs').where(isCurrent(job)).execute())
  }

  fail(job: ClaimedJob, reason: string): Promise<void> {
    return this.#deps.transact(async tx => {
      const row = await tx.selectFrom('jobs').selectAll().where(isCurrent(job)).executeTakeFirst()
      if (row) await this.#endAttempt(tx, row, reason)
    })
  }

  /** Schedules another attempt, or marks the job as dead after the last. */
  async #endAttempt(tx: Db, row: JobRow, reason: string): Promise<void> {
    if (row.attempt >= row.attempts) return markDead(tx, row.id, reason)
    await requeue(tx, row, { run_at: this.#time() + retryDelayAfter(row.attempt), reason })
  }

  release(job: ClaimedJob, delayMs?: number): Promise<void> {
    const later = delayMs === undefined ? {} : { run_at: this.#time() + delayMs }
    return this.#deps.transact(tx => requeue(tx, job, { attempt: job.attempt - 1, ...later }))
  }

  async recover(running: readonly ClaimedJob[]): Promise<void> {
    const { db, transact } = this.#deps
    const time = this.#time()
    const expiredIds = await findDeadBefore(db, time - DEAD_RETENTION_MS)
    if (expiredIds.length > 0)
      await transact(tx => tx.deleteFrom('jobs').where('id', 'in', expiredIds).execute())
    const isOurs = new Set(running.map(({ id }) => id))
    const findOthers = async (from: Db) =>
      (await findLost(from, time)).filter(({ id }) => !isOurs.has(id))
    if ((await findOthers(db)).length === 0) return
    await transact(async tx => {
      for (const row of await findOthers(tx)) await this.#endAttempt(tx, row, WORKER_LOST)
    })
  }

  async dead(): Promise<DeadJob[]> {
    const rows = await this.#deps.db
      .selectFrom('jobs')
      .selectAll()
      .where('state', '=', 'dead')
      .execute()
    return rows.map(({ name, payload, reason }) => ({
      name,
      payload: JSON.parse(payload),
      reason: reason ?? '',
    }))
  }

  async summarize(): Promise<QueueSummary> {
    const rows = await this.#deps.db
      .selectFrom('jobs')
      .select(['name', 'state'])
      .select(eb => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.sum<number>(sql`state = 'waiting' and attempt > 0`).as('retrying'),
        eb.fn.min<number>('run_at').as('first_run_at'),
      ])
      .groupBy(['name', 'state'])
      .execute()
    const countOf = (state: StoredState) =>
      rows.filter(row => row.state === state).reduce((sum, row) => sum + row.total, 0)
    const waiting = rows.filter(row => row.state === 'waiting')
    const oldest = Math.min(...waiting.map(row => row.first_run_at))
    return {
      counts: {
        failed: countOf('dead'),
        running: countOf('running'),
        waiting: countOf('waiting'),
      },
      oldestDueAt: oldest <= this.#time() ? new Date(oldest) : null,
      retrying: new Map(waiting.map(row => [row.name, row.retrying])),
    }
  }

  async list(
    state: JobState,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<StoredJob[]> {
    const rows = await this.#deps.db
      .selectFrom('jobs')
      .selectAll()
      .where('state', '=', STORED_STATES[state])
      .orderBy('run_at', state === 'failed' ? 'desc' : 'asc')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute()
    return rows.map(({ id, name, attempt, reason, run_at, created_at }) => ({
      id,
      name,
      attempt,
      reason,
      runAt: new Date(run_at),
      createdAt: new Date(created_at),
    }))
  }

  async retry(tx: Db, ids: readonly string[]): Promise<NamedJob[]> {
    const rows = await tx
      .selectFrom('jobs')
      .select(['id', 'name', 'key'])
      .where('id', 'in', ids)
      .where('state', '=', 'dead')
      .execute()
    const redundant = await findRedundant(tx, rows)
    await tx.deleteFrom('jobs').where('id', 'in', redundant).execute()
    await tx
      .updateTable('jobs')
      .set({ state: 'waiting', attempt: 0, run_at: this.#time() })
      .where('id', 'in', ids)
      .where('state', '=', 'dead')
      .execute()
    recordChange(
      tx,
      'job',
      rows.map(({ name }) => name),
    )
    return rows
  }

  discard(tx: Db, ids: readonly string[]): Promise<NamedJob[]> {
    return tx
      .deleteFrom('jobs')
      .where('id', 'in', ids)
      .where('state', '!=', 'running')
      .returning(['id', 'name'])
      .execute()
  }

  async close(): Promise<void> {
    // The creator of the store closes the database.
  }
}
