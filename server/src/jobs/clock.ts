import { Cron } from 'croner'
import type { Deps } from '../deps.ts'
import { redact } from '../lib/redact.ts'
import type { TaskRun } from '../process-report.ts'
import { type ClockClaims, clockClaims, findSlot, insertSlots, RENEW_MS } from './clock-claims.ts'

export interface ClockJob {
  name: string
  /** A cron pattern, in UTC, that matches at least once in three weeks. */
  at: string
  /** Runs in every process; other jobs run once per installation. */
  isPerProcess?: boolean
  /** @param now the time by which runs are planned: on PostgreSQL the database's */
  run: (now: () => Date) => Promise<unknown>
}

type ClockDeps = Pick<Deps, 'log' | 'report' | 'db' | 'databaseKind' | 'transact' | 'now'>

/** When a recurring job runs next after a time; null for never. */
export const nextRunOf = ({ at }: Pick<ClockJob, 'at'>, after = new Date()): Date | null =>
  // An offset, not a time zone: looking one up takes milliseconds for every job.
  new Cron(at, { utcOffset: 0 }).nextRun(after)

const lastRunOf = ({ at }: Pick<ClockJob, 'at'>, before: Date): Date | undefined =>
  new Cron(at, { utcOffset: 0 }).previousRuns(1, before)[0]

const PARTS_WITH_SECONDS = 6

/** Missed runs are made up once the server has answered the calls that waited for its start. */
const MAKE_UP_AFTER_MS = 60_000
/** Jobs whose next run is this close are not made up. */
const SOON_MS = 3_600_000

/** Timers of more than 24.8 days would end at once, and a clock that is set back is noticed after this long. */
const MAX_WAIT_MS = 60_000

/** Whether more than one run lies before a planned one, because the clock was set back. */
const isPlannedTooLate = (job: ClockJob, planned: number, now: number): boolean => {
  const next = nextRunOf(job, new Date(now))
  const following = next && nextRunOf(job, next)
  return following !== null && following.getTime() < planned
}

/** Whether a job runs so often that its process keeps the claim between two runs. */
const keepsClaim = ({ at }: ClockJob): boolean => at.split(' ').length === PARTS_WITH_SECONDS

/**
 * Returns the time of the last run of a job that was missed, while no process ran.
 * @param lastSlot when it was started last
 */
function missedSlotOf(job: ClockJob, lastSlot: number, now: number): number | null {
  const next = nextRunOf(job, new Date(now))
  const slot = lastRunOf(job, new Date(now))?.getTime()
  if (slot === undefined || slot <= lastSlot) return null
  return next === null || next.getTime() - now > SOON_MS ? slot : null
}

async function runAndReport(
  { name, run }: ClockJob,
  { log, report }: ClockDeps,
  now: () => Date,
): Promise<TaskRun> {
  const startedAt = Date.now()
  let error: string | null = null
  try {
    await run(now)
  } catch (err) {
    log.error({ err, job: name }, 'a job failed')
    error = redact(err instanceof Error ? err.message : String(err))
  }
  const ended = { at: startedAt, durationMs: Date.now() - startedAt, error }
  report.recordTask(name, ended)
  return ended
}

/** Repeats one job. Only the time of its next run stays in memory: a parsed pattern takes 80 kB. */
class Repetition {
  readonly #job: ClockJob
  readonly #deps: ClockDeps
  readonly #claims: ClockClaims
  #timer: NodeJS.Timeout | undefined
  #isRunning = false
  #isStopped = false

  constructor(job: ClockJob, deps: ClockDeps, claims: ClockClaims) {
    this.#job = job
    this.#deps = deps
    this.#claims = claims
  }

  plan(): void {
    const next = nextRunOf(this.#job, new Date(this.#claims.now()))
    if (next && !this.#isStopped) this.#waitUntil(next.getTime())
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** Runs a job that this process has claimed. */
  async run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    const ended = await runAndReport(this.#job, this.#deps, () => new Date(this.#claims.now()))
    if (!this.#job.isPerProcess && !keepsClaim(this.#job)) await this.#release(ended)
    this.#isRunning = false
  }

  /** Runs the job once if it was missed. @param lastSlot when it was started last */
  async makeUp(lastSlot: number): Promise<void> {
    if (this.#isRunning || this.#isStopped) return
    const slot = missedSlotOf(this.#job, lastSlot, this.#claims.now())
    if (slot !== null && (await this.#claim(slot))) await this.run()
  }

  #waitUntil(next: number): void {
    const wait = Math.min(next - this.#claims.now(), MAX_WAIT_MS)
    this.#timer = setTimeout(() => {
      const now = this.#claims.now()
      if (now >= next) return void this.#runAt(next)
      // Timers can be a millisecond early.
      if (isPlannedTooLate(this.#job, next, now)) this.plan()
      else this.#waitUntil(next)
    }, wait).unref()
  }

  async #runAt(slot: number): Promise<void> {
    const isOurs = !this.#isRunning && (await this.#claim(slot))
    this.plan()
    if (isOurs) await this.run()
  }

  async #claim(slot: number): Promise<boolean> {
    const { name, isPerProcess } = this.#job
    try {
      return isPerProcess || (await this.#claims.claim(name, slot))
    } catch (err) {
      this.#deps.log.error({ err, job: name }, 'a job could not be claimed')
      return false
    }
  }

  async #release(ended: TaskRun): Promise<void> {
    const { name } = this.#job
    // Otherwise the claim ends by itself, and the job runs again.
    await this.#claims
      .release(name, ended)
      .catch(err => this.#deps.log.error({ err, job: name }, 'a job could not be released'))
  }
}

/**
 * Runs recurring work and reports each run. A job that is still running is not started again, and of
 * the processes of an installation one runs it. Runs that were missed while no process ran are made up
 * once, one job after the other.
 * @returns a function that stops it
 */
export function startClock(
  jobs: readonly ClockJob[],
  deps: ClockDeps,
  makeUpAfterMs = MAKE_UP_AFTER_MS,
): () => Promise<void> {
  const claims = clockClaims(deps)
  const repetitions = new Map(jobs.map(job => [job.name, new Repetition(job, deps, claims)]))
  const logFailure = (err: unknown) => deps.log.error({ err }, 'claims could not be renewed')

  async function renew(): Promise<void> {
    for (const name of await claims.renew([...repetitions.keys()]))
      void repetitions.get(name)?.run()
  }
  const renewing = setInterval(() => void renew().catch(logFailure), RENEW_MS).unref()
  // The first renewal reads the database's time, by which runs are planned.
  void renew()
    .catch(logFailure)
    .then(() => {
      for (const repetition of repetitions.values()) repetition.plan()
    })

  async function makeUp(): Promise<void> {
    const shared = jobs.filter(job => !job.isPerProcess && !keepsClaim(job)).map(job => job.name)
    // So that a job which never ran has been missed at a later start.
    await insertSlots(deps, shared, claims.now())
    for (const name of shared) {
      // Read again, because a job may have run while others were made up.
      const slot = await findSlot(deps.db, name)
      if (slot !== undefined) await repetitions.get(name)?.makeUp(slot)
    }
  }
  const makingUp = setTimeout(
    () => void makeUp().catch(err => deps.log.error({ err }, 'missed jobs could not be read')),
    makeUpAfterMs,
  ).unref()

  return async () => {
    clearInterval(renewing)
    clearTimeout(makingUp)
    for (const repetition of repetitions.values()) repetition.stop()
    await claims.close().catch(logFailure)
  }
}
