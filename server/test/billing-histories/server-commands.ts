import { sql } from 'kysely'
import { insertAccount } from '../../src/features/account/index.ts'
import { openSession } from '../../src/features/auth/index.ts'
import { type Settings, writeSettings } from '../../src/features/settings/index.ts'
import { housekeeping } from '../../src/housekeeping.ts'
import { jobList } from '../../src/job-list.ts'
import type { Runtime } from '../../src/runtime.ts'
import type { Timeline } from './timeline.ts'

export interface StoredMethod {
  gateway: string
  external_id: string
}

export interface StoredPayment {
  id: string
  gateway: string
  external_id: string | null
  amount: number
  refunded: number
  purpose: 'subscription' | 'invoice' | 'fund'
}

const MORE_JOBS = ['plans.copy', 'account-deletion.delete-data']
/** The queued jobs that move money; papers and emails would take most of the time. */
export const moneyJobs = jobList.filter(
  ({ name, lane }) => lane === 'money' || MORE_JOBS.includes(name),
)

interface Installing {
  /** Email addresses. */
  accounts: readonly string[]
  password: string
  settings: Partial<Settings>
}

/** When a process ends while it stores an event of a gateway. */
export type KillPoint = 'before the job' | 'before the commit' | 'before the answer'

/** Ends the process at once, as `kill -9` does, in the middle of a statement's transaction. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

/** Makes the next event end the process. */
function killDuringEvent(deps: Runtime, point: KillPoint): void {
  const { db, jobs, transact } = deps
  const countEvents = async () =>
    (await db.selectFrom('gateway_events').select('id').execute()).length
  const add = jobs.add.bind(jobs)
  if (point === 'before the answer')
    deps.transact = (async work => {
      const before = await countEvents()
      const result = await transact(work)
      return (await countEvents()) > before ? die() : result
    }) as Runtime['transact']
  else
    jobs.add = (async (...input: Parameters<typeof add>) => {
      if (point === 'before the commit') await add(...input)
      return die()
    }) as typeof jobs.add
}

/** Commands of the parent process to a server, beside HTTP. */
export function createCommands(deps: Runtime, timeline: Timeline) {
  const { db } = deps
  const jobs = new Map(housekeeping(deps).map(each => [each.name, each]))
  return {
    setClock: (at: number): void => timeline.moveTo(at),
    /** Moves the clock of the queue, which on PostgreSQL is the database's. */
    async moveQueue(ms: number): Promise<void> {
      if (deps.databaseKind !== 'postgres') return
      const past = sql`interval '1 millisecond' * ${ms}`
      await sql`update pgboss.job set start_after = start_after - ${past},
        started_on = started_on - ${past}, heartbeat_on = heartbeat_on - ${past}`.execute(db)
      await sql`update pgboss.queue set monitor_claim_on = null, maintain_on = null`.execute(db)
    },
    /** Runs recurring work and all queued jobs that are due. */
    async work(names: readonly string[]): Promise<void> {
      for (const name of names) {
        const job = jobs.get(name)
        if (!job) throw new Error(`There is no recurring work ${name}`)
        await job.run(deps.now).catch(err => deps.log.error({ err }, name))
      }
      // Two processes can deadlock here; as in a worker, the next turn recovers what is left.
      await deps.jobs.recover([]).catch(() => undefined)
      await deps.worker.drain()
    },
    /** Installs the server with accounts, the first of which is an administrator. */
    async install({ accounts, password, settings }: Installing): Promise<string[]> {
      await writeSettings(db, { installed_at: timeline.now(), ...settings })
      const passwordHash = await deps.hashPassword(password)
      return deps.transact(async tx => {
        const ids: string[] = []
        for (const [index, email] of accounts.entries()) {
          const role = index === 0 ? 'admin' : 'user'
          const account = { name: email, email, role, isEmailVerified: true, passwordHash } as const
          ids.push(await insertAccount(tx, deps, account))
        }
        return ids
      })
    },
    /** Jobs that are not done, which should be none in the end. */
    async queuedJobs(): Promise<string[]> {
      const page = { offset: 0, limit: 1000 }
      const states = ['failed', 'running', 'waiting'] as const
      const lists = await Promise.all(states.map(state => deps.jobs.list(state, page)))
      return lists
        .flat()
        .filter(({ name }) => moneyJobs.some(job => job.name === name))
        .map(({ name, attempt, reason }) => `the job ${name} is left after ${attempt}: ${reason}`)
    },
    killDuringEvent: (point: KillPoint): void => killDuringEvent(deps, point),
    openSession: (userId: string) => openSession(deps, userId),
    /** Sets the storage that a user takes, and adds traffic of this day. */
    async use({ userId, bytes, traffic }: { userId: string; bytes: number; traffic: number }) {
      const day = deps.now().toISOString().slice(0, 10)
      await db
        .updateTable('user_quotas')
        .set({ used_bytes: bytes })
        .where('user_id', '=', userId)
        .execute()
      await db
        .insertInto('traffic')
        .values({ user_id: userId, day, download_bytes: traffic, upload_bytes: 0 })
        .onConflict(oc =>
          oc.columns(['user_id', 'day']).doUpdateSet(eb => ({
            download_bytes: eb('traffic.download_bytes', '+', traffic),
          })),
        )
        .execute()
    },
    methods: (userId: string): Promise<StoredMethod[]> =>
      db
        .selectFrom('payment_methods')
        .select(['gateway', 'external_id'])
        .where('user_id', '=', userId)
        .execute(),
    payments: (userId: string): Promise<StoredPayment[]> =>
      db
        .selectFrom('payments')
        .select(['id', 'gateway', 'external_id', 'amount', 'refunded', 'purpose'])
        .where('user_id', '=', userId)
        .where('state', '=', 'succeeded')
        .execute(),
    subscription: (userId: string) =>
      db
        .selectFrom('subscriptions')
        .select(['id', 'gateway', 'external_id', 'status', 'plan_id'])
        .where('user_id', '=', userId)
        .where('status', 'in', ['active', 'cancelled'])
        .executeTakeFirst(),
  }
}

export type Commands = ReturnType<typeof createCommands>
