import type { FastifyBaseLogger } from 'fastify'
import type { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../db/open.ts'
import { connectionTo } from '../db/postgres-connection.ts'
import { LANES, type Lane } from './job.ts'
import { DEAD_RETENTION_MS, LEASE_MS } from './queue.ts'

/** Waiting jobs must not be dropped silently. */
const RETENTION_SECONDS = 365 * 86_400

/** Each lane is a queue, so that one statement finds its jobs. */
export const QUEUE = 'lane-'
export const queueOf = (lane: Lane): string => QUEUE + lane
export const isLaneQueue = (queue: string): boolean => queue.startsWith(QUEUE)

const QUEUE_OPTIONS = {
  heartbeatSeconds: LEASE_MS / 1000,
  retentionSeconds: RETENTION_SECONDS,
  deleteAfterSeconds: DEAD_RETENTION_MS / 1000,
}

export interface OpenJob {
  boss: PgBoss
  inside: (tx: Db) => ReturnType<typeof fromKysely>
}

interface Options {
  url: string
  log: FastifyBaseLogger
  /** How long a connection may be silent before its server is checked. */
  silenceMs?: number
}

/**
 * Indexes waiting jobs by their key. pg-boss replaces a waiting job without such an index: it reads
 * all jobs that wait in the queue, so that each job of a long queue costs more than the one before.
 * Runs on a connection of the queue, because those of requests may all wait for it.
 */
async function indexWaitingJobs(boss: PgBoss, log: FastifyBaseLogger): Promise<void> {
  try {
    await boss.getDb().executeSql(`
      do $$ begin
        if to_regclass('pgboss.job_waiting_by_key') is null
            and pg_try_advisory_xact_lock(hashtext('job_waiting_by_key')) then
          perform set_config('lock_timeout', '1s', true);
          create index if not exists job_waiting_by_key
            on pgboss.job_common (name, singleton_key) where state < 'active';
        end if;
      end $$`)
  } catch (err) {
    log.warn({ err }, 'waiting jobs are not indexed yet; the next start tries again')
  }
}

/** Starts pg-boss with a queue for each lane. */
export async function startPgBoss({ url, log, silenceMs }: Options): Promise<OpenJob> {
  // Imported here, so that servers without PostgreSQL do not load it.
  const { PgBoss, fromKysely } = await import('pg-boss')
  const boss = new PgBoss({
    ...connectionTo(url, silenceMs),
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
  await indexWaitingJobs(boss, log)
  const known = new Set((await boss.getQueues()).map(queue => queue.name))
  for (const lane of Object.keys(LANES) as Lane[]) {
    // `short`: of several waiting jobs with the same key, one is enough.
    if (known.has(queueOf(lane))) await boss.updateQueue(queueOf(lane), QUEUE_OPTIONS)
    else await boss.createQueue(queueOf(lane), { ...QUEUE_OPTIONS, policy: 'short' })
  }
  return { boss, inside: tx => fromKysely(tx as never) }
}
