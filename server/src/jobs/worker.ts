import type { Deps } from '../deps.ts'
import { requestContext } from '../request-context.ts'
import { attempt } from './attempt.ts'
import { type AnyJob, LANES, type Lane } from './job.ts'
import { type JobEnd, jobEnded } from './job-events.ts'
import { type ClaimedJob, type JobStore, LEASE_MS } from './queue.ts'

/** Jobs are noticed at once, and by polling if a message of another process was lost. */
const POLL_MS = 5_000
const KEEP_ALIVE_MS = LEASE_MS / 4
const RECOVER_MS = 30_000
/** How long processes of two versions may run side by side. */
const UPGRADE_MS = 86_400_000
/** Pause of a job that only a newer process can run. */
const RELEASE_MS = 10_000
/** Shorter than the grace period of a shutdown. */
const STOP_MS = 4_000

interface Running {
  lane: Lane
  controller: AbortController
  done: Promise<void>
}

export interface WorkerOptions {
  /** How soon jobs are noticed that were queued unnoticed. */
  pollMs?: number | undefined
  /** Called when this process does not run all jobs that it has queued in these lanes. */
  announce: (lanes: readonly Lane[]) => void
}

/** Claims queued jobs and runs them, a limited number per lane. */
export class Worker {
  readonly #deps: Deps
  readonly #store: JobStore
  readonly #options: WorkerOptions
  readonly #jobs: ReadonlyMap<string, AnyJob>
  readonly #lanes: ReadonlyMap<Lane, string[]>
  readonly #running = new Map<ClaimedJob, Running>()
  /** Lanes that are being polled, and lanes to poll again afterwards. */
  readonly #polling = new Map<Lane, Promise<void>>()
  readonly #pollAgain = new Set<Lane>()
  /** Lanes in which this process has queued jobs that it may have to leave to others. */
  readonly #announced = new Set<Lane>()
  readonly #timers: NodeJS.Timeout[] = []
  #isClaiming = false
  #stopped = false
  #stopping: Promise<void> | undefined

  constructor(deps: Deps, store: JobStore, jobs: readonly AnyJob[], options: WorkerOptions) {
    this.#deps = deps
    this.#store = store
    this.#options = options
    this.#jobs = new Map(jobs.map(job => [job.name, job]))
    const lanes = Map.groupBy(jobs, job => job.lane ?? 'quick')
    this.#lanes = new Map([...lanes].map(([lane, group]) => [lane, group.map(job => job.name)]))
  }

  /** Starts claiming jobs, immediately when woken and otherwise periodically. */
  start(): void {
    this.#isClaiming = true
    const every = (ms: number, run: () => void) => this.#timers.push(setInterval(run, ms).unref())
    every(this.#options.pollMs ?? POLL_MS, () => this.wake())
    every(RECOVER_MS, () => this.#recover())
    every(KEEP_ALIVE_MS, () => this.#keepAlive())
    this.#recover()
  }

  /** Call when jobs may be due in these lanes, or any. */
  wake(lanes: Iterable<Lane> = this.#lanes.keys()): void {
    for (const lane of lanes) this.#poll(lane)
  }

  /** Call when this process has queued jobs of these names. */
  onQueued(names: Iterable<string>): void {
    const lanes = new Set(Array.from(names, name => this.#jobs.get(name)?.lane ?? 'quick'))
    if (!this.#isClaiming) {
      this.#options.announce([...lanes])
      return
    }
    for (const lane of lanes) this.#announced.add(lane)
    this.wake(lanes)
  }

  /** Runs all due jobs, and those they queue, to the end; works before `start` too. */
  async drain(): Promise<void> {
    const wasClaiming = this.#isClaiming
    this.#isClaiming = true
    this.wake()
    while (this.#polling.size > 0 || this.#running.size > 0) {
      await Promise.all([...this.#polling.values(), ...this.#runningPromises()])
      // A finished job may have queued more, which are polled in the next turn.
      await new Promise(resolve => setImmediate(resolve))
    }
    this.#isClaiming = wasClaiming
  }

  /** Stops claiming, aborts running jobs and returns unfinished ones to the queue. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  async #stop(): Promise<void> {
    this.#isClaiming = false
    this.#stopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#polling.values())
    for (const { controller } of this.#running.values())
      controller.abort(new Error('The server is shutting down.'))
    const timeout = new Promise<void>(resolve => {
      setTimeout(resolve, STOP_MS).unref()
    })
    await Promise.race([Promise.all(this.#runningPromises()), timeout])
    // Jobs that ignore the signal are not awaited.
    for (const claimed of this.#running.keys()) await this.#store.release(claimed)
  }

  #runningPromises(): Promise<void>[] {
    return [...this.#running.values()].map(({ done }) => done)
  }

  #recover(): void {
    this.#store.recover([...this.#running.keys()]).then(
      () => this.wake(),
      err => this.#deps.log.error({ err }, 'lost jobs could not be recovered'),
    )
  }

  #keepAlive(): void {
    if (this.#running.size === 0) return
    this.#store
      .keepAlive([...this.#running.keys()])
      .catch(err => this.#deps.log.error({ err }, 'job leases could not be renewed'))
  }

  /** Polls a lane, one poll at a time; a call during a poll triggers another one. */
  #poll(lane: Lane): void {
    if (!this.#isClaiming || !this.#lanes.has(lane)) return
    if (this.#polling.has(lane)) {
      this.#pollAgain.add(lane)
      return
    }
    const poll = this.#fill(lane)
      .catch(err => this.#deps.log.error({ err, lane }, 'the job queue could not be read'))
      .finally(() => {
        this.#polling.delete(lane)
        if (this.#pollAgain.has(lane)) this.#poll(lane)
      })
    this.#polling.set(lane, poll)
  }

  async #fill(lane: Lane): Promise<void> {
    do {
      this.#pollAgain.delete(lane)
      if (!this.#isClaiming) return
      const free = LANES[lane] - this.#countRunning(lane)
      const claimed = free > 0 ? await this.#store.claim(this.#lanes.get(lane) ?? [], free) : []
      for (const each of claimed) this.#begin(each, lane)
      const mayHaveLeftSome = claimed.length >= free
      if (this.#announced.delete(lane) && mayHaveLeftSome) this.#options.announce([lane])
    } while (this.#pollAgain.has(lane))
  }

  #countRunning(lane: Lane): number {
    return [...this.#running.values()].filter(running => running.lane === lane).length
  }

  #begin(claimed: ClaimedJob, lane: Lane): void {
    const controller = new AbortController()
    // Detached from the request that woke the worker, which did not make the job's changes itself.
    const done = requestContext
      .exit(() => this.#run(claimed, controller))
      // The lease expires and the job runs again.
      .catch(err =>
        this.#deps.log.error(
          { err, job: claimed.name },
          'the outcome of a job could not be recorded',
        ),
      )
      .finally(() => {
        this.#running.delete(claimed)
        this.#poll(lane)
      })
    this.#running.set(claimed, { lane, controller, done })
  }

  /** Whether a job was queued recently, by a process that may have a newer version. */
  #mayBeNewer({ queuedAt }: ClaimedJob): boolean {
    return this.#deps.now().getTime() - queuedAt.getTime() < UPGRADE_MS
  }

  async #run(claimed: ClaimedJob, controller: AbortController): Promise<void> {
    const { name, payload } = claimed
    const job = this.#jobs.get(name)
    if (!job?.payload.safeParse(payload).success && this.#mayBeNewer(claimed)) {
      this.#deps.log.info({ job: name }, 'a job is left to processes of a newer version')
      return this.#store.release(claimed, RELEASE_MS)
    }
    const startedAt = Date.now()
    const publish = (outcome: JobEnd['outcome']) => jobEnded.publish({ name, outcome, startedAt })
    try {
      if (!job) throw new Error(`There is no job ${name}`)
      await attempt(this.#deps, job, payload, controller)
    } catch (error) {
      publish(this.#stopped ? 'released' : 'failed')
      if (this.#stopped) return this.#store.release(claimed)
      this.#deps.log.warn({ err: error, job: name, attempt: claimed.attempt }, 'a job failed')
      return this.#store.fail(claimed, error instanceof Error ? error.message : String(error))
    }
    publish('done')
    await this.#store.finish(claimed)
  }
}
