import { isBatchable, nextBatch } from './batching.ts'
import { isFolderGone, judge, UNREACHABLE } from './classify-response.ts'
import type { BatchOutcome, sendBatch } from './send-batch.ts'
import type { SendPorts, sendFile, Watcher } from './send-file.ts'
import { type Paused, TaskStore } from './task-store.ts'
import type { Failure, Outcome, UploadTask } from './uploads.types.ts'

/** Files below one chunk are mostly waiting for the server, so several go at once. */
const SMALL_AT_ONCE = 3

interface Running {
  controller: AbortController
  isSmall: boolean
}

interface QueueListener {
  finished?: (task: UploadTask) => void
  failed?: (task: UploadTask, failure: Failure) => void
  /** Nothing runs and nothing waits. */
  idle?: () => void
}

/** The order of all uploads: what is sent when, and what happens after it. */
export class UploadQueue {
  readonly store = new TaskStore()
  readonly #ports: SendPorts
  readonly #running = new Map<string, Running>()
  readonly #listeners = new Set<QueueListener>()

  constructor(ports: SendPorts) {
    this.#ports = ports
  }

  listen(listener: QueueListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get isIdle(): boolean {
    return this.#running.size === 0 && !this.store.has('begun') && !this.store.has('waiting')
  }

  /** Something new is coming: what was before it and is over has been seen. */
  beginAnew(): void {
    if (this.isIdle && !this.store.has('failed')) this.store.clearFinished()
  }

  add(tasks: readonly UploadTask[]): void {
    this.store.add(tasks)
    this.#pump()
  }

  pause(why: Paused = 'by-hand'): void {
    this.store.paused = why
    for (const { controller } of this.#running.values()) controller.abort()
  }

  resume(): void {
    this.store.paused = null
    this.#pump()
  }

  cancel(id: string): void {
    this.#drop([id])
    this.#settled()
  }

  /** Spec §4: the queue is cleared on cancellation. */
  cancelAll(): void {
    this.#drop([...this.store.ids])
    this.store.clearFinished()
    this.store.paused = null
    this.#settled()
  }

  /** Frees what the server holds of an upload that nobody will go on with. */
  forget(id: string): void {
    this.#ports.transport.forget(id)
  }

  retry(id: string): void {
    this.#revive([id])
  }

  retryFailed(): void {
    this.#revive(this.store.tasksIn('failed').map(task => task.id))
  }

  /** Goes on in another folder with what can't go where it was meant to. */
  redirect(ids: readonly string[], parentId: string | null): void {
    for (const id of ids) this.store.update(id, { parentId })
    this.#revive(ids)
  }

  #revive(ids: readonly string[]): void {
    for (const id of ids) {
      const task = this.store.task(id)
      if (!task) continue
      // A small one is whole or not there; of a large one a part may be.
      const begun = task.file === null || !isBatchable({ ...task, begun: false }, this.#limits)
      this.store.update(id, { state: 'waiting', begun, sent: 0, failure: null })
    }
    this.#pump()
  }

  get #limits() {
    return this.#ports.limits
  }

  #drop(ids: string[]): void {
    for (const id of ids) {
      const task = this.store.task(id)
      // Others of its request are sent again; by their ids they are the same files.
      this.#running.get(id)?.controller.abort()
      if (task?.file && task.state !== 'done' && (task.begun || task.state !== 'waiting'))
        this.#ports.transport.forget(id)
    }
    this.store.remove(ids)
  }

  #pump(): void {
    while (this.store.paused === null) {
      const next = this.#next()
      if (!next) return
      const [first] = next
      if (next.length === 1 && first) void this.#run(first)
      else void this.#runBatch(next)
    }
  }

  /** Spec §4: one file at a time, and in their order; only small ones share the line. */
  #next(): readonly UploadTask[] | null {
    if (this.#lanes.size >= SMALL_AT_ONCE) return null
    const first = this.#idle().next().value
    if (!first) return null
    const maySend = this.#lanes.size === 0 || (this.#allSmall && this.#isSmall(first))
    if (!maySend) return null
    const batch = nextBatch(this.#idle(), this.#limits)
    return batch.length > 0 ? batch : [first]
  }

  get #lanes(): Set<AbortController> {
    return new Set([...this.#running.values()].map(({ controller }) => controller))
  }

  get #allSmall(): boolean {
    return [...this.#running.values()].every(running => running.isSmall)
  }

  *#idle(): Generator<UploadTask> {
    for (const task of this.store.upNext()) if (!this.#running.has(task.id)) yield task
  }

  #isSmall(task: UploadTask): boolean {
    return task.size <= this.#ports.limits.chunkSize
  }

  async #run(task: UploadTask): Promise<void> {
    const controller = new AbortController()
    this.#running.set(task.id, { controller, isSmall: this.#isSmall(task) })
    this.store.update(task.id, { state: 'sending' })
    const outcome = await this.#send(task, controller.signal)
    this.#running.delete(task.id)
    if (this.store.task(task.id)) this.#conclude(task.id, outcome)
    this.#settled()
  }

  async #runBatch(tasks: readonly UploadTask[]): Promise<void> {
    const controller = new AbortController()
    for (const { id } of tasks) {
      this.#running.set(id, { controller, isSmall: true })
      this.store.update(id, { state: 'sending' })
    }
    const update = (state: 'processing' | 'lost') => () => {
      for (const { id } of tasks) this.store.update(id, { state })
    }
    const watcher = {
      sent: ({ id }: UploadTask, sent: number) => this.store.update(id, { state: 'sending', sent }),
      processing: update('processing'),
      lost: update('lost'),
    }
    const outcomes = await sendTogether(tasks, this.#ports, watcher, controller.signal).catch(
      error => (controller.signal.aborted ? null : failedBy(error)),
    )
    for (const task of tasks) {
      this.#running.delete(task.id)
      if (!this.store.task(task.id)) continue
      const outcome = outcomes instanceof Map ? outcomes.get(task) : outcomes
      this.#concludeBatched(task.id, outcome ?? null)
    }
    this.#settled()
  }

  #concludeBatched(id: string, outcome: BatchOutcome | null): void {
    const again = { state: 'waiting', sent: 0 } as const
    if (outcome?.kind === 'done' || outcome?.kind === 'failed') this.#conclude(id, outcome)
    else if (outcome?.kind === 'begun') this.store.update(id, { ...again, begun: true })
    else if (outcome?.kind === 'single') this.store.update(id, { ...again, alone: true })
    else this.store.update(id, again)
    if (outcome?.kind === 'session') this.pause('session')
  }

  /** Null when it was stopped from here. */
  async #send(task: UploadTask, signal: AbortSignal): Promise<Outcome | null> {
    try {
      return task.file
        ? await sendSingle(task, task.file, this.#ports, this.#watch(task.id), signal)
        : await this.#makeFolder(task, signal)
    } catch (error) {
      return signal.aborted ? null : failedBy(error)
    }
  }

  async #makeFolder(task: UploadTask, signal: AbortSignal): Promise<Outcome> {
    const answer = await this.#ports.transport.makeFolder(task.parentId, task.path, signal)
    if (answer.status < 300 && answer.status > 0) return { kind: 'done' }
    const action = judge(answer)
    if (action.kind === 'session') return action
    const failure = 'failure' in action ? action.failure : null
    return { kind: 'failed', failure: failure ?? UNREACHABLE }
  }

  #watch(id: string): Watcher {
    return {
      sent: sent => this.store.update(id, { state: 'sending', sent, begun: true }),
      processing: () => this.store.update(id, { state: 'processing' }),
      lost: () => this.store.update(id, { state: 'lost' }),
    }
  }

  #conclude(id: string, outcome: Outcome | null): void {
    if (outcome?.kind === 'done') this.#finish(id, outcome.itemId)
    else if (outcome?.kind === 'failed') this.#fail(id, outcome.failure)
    else this.store.update(id, { state: 'waiting', begun: true })
    // One upload has seen that nobody is signed in any more; the others need not try.
    if (outcome?.kind === 'session') this.pause('session')
  }

  #finish(id: string, itemId?: string): void {
    const task = this.store.task(id)
    if (!task) return
    // The file itself is let go, as thousands of them may have come in.
    const done = { state: 'done', sent: task.size, file: null, failure: null } as const
    this.store.update(id, { ...done, itemId })
    for (const { finished } of this.#listeners) finished?.(task)
  }

  #fail(id: string, failure: Failure): void {
    this.store.update(id, { state: 'failed', failure })
    const task = this.store.task(id)
    if (!task) return
    for (const { failed } of this.#listeners) failed?.(task, failure)
    if (isFolderGone(failure)) this.#failInto(task.parentId, failure)
  }

  /** What else waits for a folder that is not there any more need not try. */
  #failInto(parentId: string | null, failure: Failure): void {
    for (const { id, ...task } of [...this.#idle()])
      if (task.parentId === parentId) this.store.update(id, { state: 'failed', failure })
  }

  #settled(): void {
    this.#pump()
    if (this.isIdle) for (const { idle } of this.#listeners) idle?.()
  }
}

/** Loaded with the first one. */
const sendSingle: typeof sendFile = async (...what) => {
  const loaded = await import('./send-file.ts').catch(() => null)
  return loaded ? loaded.sendFile(...what) : { kind: 'failed', failure: UNREACHABLE }
}

/** Loaded with the first of them; where it can't be, each goes by itself. */
const sendTogether: typeof sendBatch = async (tasks, ...how) => {
  const loaded = await import('./send-batch.ts').catch(() => null)
  if (loaded) return loaded.sendBatch(tasks, ...how)
  return new Map(tasks.map(task => [task, { kind: 'single' }]))
}

const failedBy = (error: unknown): Extract<Outcome, { kind: 'failed' }> => {
  const message = error instanceof Error ? error.message : null
  return { kind: 'failed', failure: { status: 0, code: null, title: null, message } }
}
