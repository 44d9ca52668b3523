import { sql } from 'kysely'
import { databaseTime } from '../db/database-time.ts'
import type { Db } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import type { TaskRun } from '../process-report.ts'

/** Decides which process of an installation runs a recurring job. */
export interface ClockClaims {
  /** The time by which runs are planned, in milliseconds. */
  now: () => number
  /** Whether this process runs a job that is due at `slot`; a claim lasts until it is released. */
  claim: (name: string, slot: number) => Promise<boolean>
  /** Ends the claim of a job and stores its run. */
  release: (name: string, run: TaskRun) => Promise<void>
  /**
   * Renews the claims of this process.
   * @param names the jobs that it knows
   * @returns jobs that it has taken over from processes that have ended
   */
  renew: (names: readonly string[]) => Promise<string[]>
  /** Ends the claims, so that other processes take the jobs over at once. */
  close: () => Promise<void>
}

type ClaimDeps = Pick<Deps, 'db' | 'databaseKind' | 'transact' | 'report' | 'now'>

export const RENEW_MS = 5_000
/** Survives some failed renewals. The jobs of a killed process run again within 25 seconds. */
const LEASE_MS = 20_000

/** Returns when a job was started last; undefined if it never was. */
export async function findSlot(db: Db, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('clock')
    .select('slot')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.slot
}

/** Stores a first slot for jobs that have none. */
export const insertSlots = (
  { transact }: Pick<Deps, 'transact'>,
  names: readonly string[],
  slot: number,
): Promise<unknown> =>
  transact(async tx => {
    if (names.length === 0) return
    await tx
      .insertInto('clock')
      .values(names.map(name => ({ name, slot })))
      .onConflict(oc => oc.column('name').doNothing())
      .execute()
  })

/** The last runs of jobs, by name, also of processes that have ended. */
export async function readLastRuns(db: Db): Promise<Map<string, TaskRun>> {
  const rows = await db
    .selectFrom('clock')
    .select(['name', 'ran_at', 'duration_ms', 'error'])
    .execute()
  const runs = new Map<string, TaskRun>()
  for (const { name, ran_at: at, duration_ms: durationMs, error } of rows)
    if (at !== null && durationMs !== null) runs.set(name, { at, durationMs, error })
  return runs
}

const endedRun = ({ at, durationMs, error }: TaskRun) => ({
  holder: null,
  held_until: null,
  ran_at: at,
  duration_ms: durationMs,
  error,
})

/** On SQLite there is one process, which runs every job. */
const soleProcess = ({ now, transact }: Pick<Deps, 'now' | 'transact'>): ClockClaims => ({
  now: () => now().getTime(),
  claim: async () => true,
  // A run that the end of the process has cut off is made up like one that was missed.
  release: async (name, run) => {
    const ended = { slot: run.at, ...endedRun(run) }
    await transact(tx =>
      tx
        .insertInto('clock')
        .values({ name, ...ended })
        .onConflict(oc => oc.column('name').doUpdateSet(ended))
        .execute(),
    )
  },
  renew: async () => [],
  close: async () => undefined,
})

/**
 * Claims in the table `clock`: the process that moves the slot of a job forward runs it. All times
 * there are the database's, so the clocks of the processes may differ.
 */
class DatabaseClaims implements ClockClaims {
  readonly #deps: Pick<Deps, 'db' | 'report' | 'now'>
  /** When the claims of this process end, by job. */
  readonly #held = new Map<string, number>()
  /** When the claims of other processes end; until then they need not be read again. */
  readonly #others = new Map<string, number>()
  /** The database's time minus that of this process. */
  #aheadMs = 0

  constructor(deps: Pick<Deps, 'db' | 'report' | 'now'>) {
    this.#deps = deps
  }

  now(): number {
    return this.#deps.now().getTime() + this.#aheadMs
  }

  #learnTime(databaseMs: number): void {
    this.#aheadMs = databaseMs - this.#deps.now().getTime()
  }

  async claim(name: string, slot: number): Promise<boolean> {
    if (this.now() < (this.#held.get(name) ?? 0)) return true
    if (this.now() < (this.#others.get(name) ?? 0)) return false
    const { time, lastSlot, heldUntil } = await this.#read(name)
    this.#learnTime(time)
    const isTaken = heldUntil !== null && heldUntil > time
    if (isTaken) this.#others.set(name, heldUntil)
    // A slot that lies ahead was claimed before the clock of the database was set back.
    const isDone = lastSlot !== null && slot <= lastSlot && lastSlot <= time
    if (isTaken || slot > time || isDone) return false
    const isClaimed = await this.#insert(name, slot, time)
    if (isClaimed) this.#held.set(name, time + LEASE_MS)
    return isClaimed
  }

  async #read(name: string) {
    const { rows } = await sql<{ time: number; slot: number | null; held_until: number | null }>`
      select time, slot, held_until from (select ${databaseTime(this.#deps.db)} as time) as moment
      left join clock on clock.name = ${name}`.execute(this.#deps.db)
    const [row] = rows
    if (!row) throw new Error('The database returned no time')
    return { time: row.time, lastSlot: row.slot, heldUntil: row.held_until }
  }

  /** Of several processes that claim the same slot, the first one succeeds. */
  async #insert(name: string, slot: number, time: number): Promise<boolean> {
    const { db, report } = this.#deps
    const claim = { slot, holder: report.id, held_until: time + LEASE_MS }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('clock')
      .values({ name, ...claim })
      .onConflict(oc =>
        oc
          .column('name')
          .doUpdateSet(claim)
          .where(eb => eb.or([eb('clock.slot', '<', slot), eb('clock.slot', '>', time)]))
          .where(eb =>
            eb.or([eb('clock.held_until', 'is', null), eb('clock.held_until', '<=', time)]),
          ),
      )
      .executeTakeFirstOrThrow()
    return Boolean(numInsertedOrUpdatedRows)
  }

  async release(name: string, run: TaskRun): Promise<void> {
    this.#held.delete(name)
    await this.#deps.db
      .updateTable('clock')
      .set(endedRun(run))
      .where('name', '=', name)
      .where('holder', '=', this.#deps.report.id)
      .execute()
  }

  async renew(names: readonly string[]): Promise<string[]> {
    const { db, report } = this.#deps
    const before = new Set(this.#held.keys())
    const { rows } = await sql<{ time: number; name: string | null; held_until: number }>`
      with moment as (select ${databaseTime(db)} as time),
      renewed as (
        update clock set holder = ${report.id}, held_until = time + ${sql.lit(LEASE_MS)} from moment
        where holder = ${report.id} or (held_until <= time and name = any(${names}))
        returning name, held_until)
      select time, name, held_until from moment left join renewed on true`.execute(db)
    const takenOver: string[] = []
    for (const { time, name, held_until } of rows) {
      this.#learnTime(time)
      if (name === null) continue
      // A job that ended during the statement is released already.
      if (before.delete(name) && !this.#held.has(name)) continue
      if (!this.#held.has(name)) takenOver.push(name)
      this.#held.set(name, held_until)
    }
    // Others have taken these over while this process did not renew them.
    for (const name of before) this.#held.delete(name)
    return takenOver
  }

  async close(): Promise<void> {
    await this.#deps.db
      .updateTable('clock')
      .set({ held_until: 0 })
      .where('holder', '=', this.#deps.report.id)
      .execute()
  }
}

export const clockClaims = (deps: ClaimDeps): ClockClaims =>
  deps.databaseKind === 'sqlite' ? soleProcess(deps) : new DatabaseClaims(deps)
