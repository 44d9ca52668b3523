import type { Deps } from '../deps.ts'
import { originClientId } from '../realtime/origin-client.ts'
import { attempt } from './attempt.ts'
import { type AnyJob, LANES, type Lane } from './job.ts'
import { type ClaimedJob, type JobStore, LEASE_MS } from './queue.ts'

/** What another process queued or gave back is seen within this time; our own at once. */
const POLL_MS = 5_000
const KEEP_ALIVE_MS = LEASE_MS / 4
const RECOVER_MS = 30_000
/** Within the grace that a shutdown has. */
const STOP_MS = 4_000

interface Running {
  lane: Lane
  controller: AbortController
  done: Promise<void>
}

/** Takes on queued jobs and runs them, a few of each lane at once. */
export class Worker {
  readonly #deps: Deps
  readonly #store: JobStore
  readonly #jobs: ReadonlyMap<string, AnyJob>
  readonly #lanes: ReadonlyMap<Lane, string[]>
  readonly #running = new Map<ClaimedJob, Running>()
  /** Lanes that are being looked through, and those to be looked through once more. */
  readonly #looking = new Map<Lane, Promise<void>>()
  readonly #askedAgain = new Set<Lane>()
  readonly #timers: NodeJS.Timeout[] = []
  #takesOn = false
  #stopped = false

  constructor(deps: Deps, store: JobStore, jobs: readonly AnyJob[]) {
    this.#deps = deps
    this.#store = store
    this.#jobs = new Map(jobs.map(job => [job.name, job]))
    const lanes = Map.groupBy(jobs, job => job.lane ?? 'quick')
    this.#lanes = new Map([...lanes].map(([lane, group]) => [lane, group.map(job => job.name)]))
  }

  /** From here on it takes on what is due, at once when it is woken. */
  start(): void {
    this.#takesOn = true
    const every = (ms: number, run: () => void) => this.#timers.push(setInterval(run, ms).unref())
    every(POLL_MS, () => this.wake())
    every(RECOVER_MS, () => this.#recover())
    every(KEEP_ALIVE_MS, () => this.#keepAlive())
    this.#recover()
  }

  /** Something may be due. */
  wake(): void {
    for (const lane of this.#lanes.keys()) this.#look(lane)
  }

  /** Runs all that is due, and what that queues, to the end; also while it is not started. */
  async drain(): Promise<void> {
    const before = this.#takesOn
    this.#takesOn = true
    this.wake()
    while (this.#looking.size > 0 || this.#running.size > 0) {
      await Promise.all([...this.#looking.values(), ...this.#runs()])
      // What has just ended may have queued more, which is looked for in the next turn.
      await new Promise(resolve => setImmediate(resolve))
    }
    this.#takesOn = before
  }

  /** Takes on nothing more, tells what runs to stop, and gives back what did not finish. */
  async stop(): Promise<void> {
    this.#takesOn = false
    this.#stopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#looking.values())
    for (const { controller } of this.#running.values())
      controller.abort(new Error('The server is shutting down.'))
    const patience = new Promise<void>(resolve => {
      setTimeout(resolve, STOP_MS).unref()
    })
    await Promise.race([Promise.all(this.#runs()), patience])
    // Whoever did not listen to the signal is left behind.
    for (const claimed of this.#running.keys()) await this.#store.release(claimed)
    await this.#store.close()
  }

  #runs(): Promise<void>[] {
    return [...this.#running.values()].map(({ done }) => done)
  }

  #recover(): void {
    this.#store.recover().then(
      () => this.wake(),
      err => this.#deps.log.error({ err }, 'lost jobs could not be freed'),
    )
  }

  #keepAlive(): void {
    if (this.#running.size === 0) return
    this.#store
      .keepAlive([...this.#running.keys()])
      .catch(err => this.#deps.log.error({ err }, 'jobs could not be kept alive'))
  }

  /** One look at a time in each lane; who asks meanwhile makes it look once more. */
  #look(lane: Lane): void {
    if (!this.#takesOn || !this.#lanes.has(lane)) return
    if (this.#looking.has(lane)) {
      this.#askedAgain.add(lane)
      return
    }
    const look = this.#fill(lane)
      .catch(err => this.#deps.log.error({ err, lane }, 'the job queue could not be read'))
      .finally(() => {
        this.#looking.delete(lane)
        if (this.#askedAgain.has(lane)) this.#look(lane)
      })
    this.#looking.set(lane, look)
  }

  async #fill(lane: Lane): Promise<void> {
    const names = this.#lanes.get(lane) ?? []
    do {
      this.#askedAgain.delete(lane)
      const busy = [...this.#running.values()].filter(one => one.lane === lane).length
      const free = LANES[lane] - busy
      if (!this.#takesOn || free <= 0) return
      for (const claimed of await this.#store.claim(names, free)) this.#begin(claimed, lane)
    } while (this.#askedAgain.has(lane))
  }

  #begin(claimed: ClaimedJob, lane: Lane): void {
    const controller = new AbortController()
    // Whoever's request woke us: what the job does, his page did not do itself.
    const done = originClientId
      .exit(() => this.#run(claimed, controller))
      // Its lease runs out, and then it is told again.
      .catch(err => this.#deps.log.error({ err, job: claimed.name }, 'a job is in doubt'))
      .finally(() => {
        this.#running.delete(claimed)
        this.#look(lane)
      })
    this.#running.set(claimed, { lane, controller, done })
  }

  async #run(claimed: ClaimedJob, controller: AbortController): Promise<void> {
    const { name, payload } = claimed
    const job = this.#jobs.get(name)
    if (!job) throw new Error(`There is no job ${name}`)
    try {
      await attempt(this.#deps, job, payload, controller)
    } catch (error) {
      if (this.#stopped) return this.#store.release(claimed)
      this.#deps.log.warn({ err: error, job: name, attempt: claimed.attempt }, 'a job failed')
      return this.#store.fail(claimed, error instanceof Error ? error.message : String(error))
    }
    await this.#store.finish(claimed)
  }
}
