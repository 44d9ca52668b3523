import { isClosedLinkError } from '../../lib/closed-link.ts'
import { isBatchable, nextBatch } from './batching.ts'
import { classifyResponse, isFolderUnavailable, UNREACHABLE } from './classify-response.ts'
import type { BatchOutcome, sendBatch } from './send-batch.ts'
import type { SendDeps, sendFile, Watcher } from './send-file.ts'
import { type Paused, TaskStore } from './task-store.ts'
import type { Failure, Outcome, UploadTask } from './uploads.types.ts'

/** Files below one chunk mostly wait for the server, so several requests run at once. */
const MAX_SMALL_REQUESTS = 3

interface Running {
  controller: AbortController
  isSmall: boolean
}

interface QueueListener {
  finished?: (task: UploadTask) => void
  failed?: (task: UploadTask, failure: Failure) => void
  /** Nothing runs or waits. */
  idle?: () => void
}

/** Runs the uploads of this page in order and handles their outcomes. */
export class UploadQueue {
  readonly store = new TaskStore()
  readonly #deps: SendDeps
  readonly #running = new Map<string, Running>()
  readonly #listeners = new Set<QueueListener>()

  constructor(deps: SendDeps) {
    this.#deps = deps
  }

  listen(listener: QueueListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get isIdle(): boolean {
    return this.#running.size === 0 && !this.store.has('begun') && !this.store.has('waiting')
  }

  /** Clears finished uploads before new ones are added. */
  clearFinishedIfIdle(): void {
    if (this.isIdle && !this.store.has('failed')) this.store.clearFinished()
  }

  add(tasks: readonly UploadTask[]): void {
    this.store.add(tasks)
    this.#pump()
  }

  pause(reason: Paused = 'by-hand'): void {
    this.store.paused = reason
    for (const { controller } of this.#running.values()) controller.abort()
  }

  resume(): void {
    this.store.paused = null
    this.#pump()
  }

  cancel(id: string): void {
    this.#drop([id])
    this.#continue()
  }

  /** UPL-15: the queue is cleared on cancellation. */
  cancelAll(): void {
    this.#drop([...this.store.ids])
    this.store.clearFinished()
    this.store.paused = null
    this.#continue()
  }

  /** Deletes the server's data of an upload that will not continue. */
  discard(id: string): void {
    this.#deps.transport.discard(id)
  }

  retry(id: string): void {
    this.#requeue([id])
  }

  retryFailed(): void {
    this.#requeue(this.store.tasksIn('failed').map(task => task.id))
  }

  /** Retries failed uploads in another folder. */
  redirect(ids: readonly string[], parentId: string | null): void {
    for (const id of ids) this.store.update(id, { parentId })
    this.#requeue(ids)
  }

  #requeue(ids: readonly string[]): void {
    for (const id of ids) {
      const task = this.store.task(id)
      if (!task) continue
      // A small file is either complete or missing on the server; a large one may be partial.
      const begun = task.file === null || !isBatchable({ ...task, begun: false }, this.#limits)
      this.store.update(id, { state: 'waiting', begun, sent: 0, failure: null })
    }
    this.#pump()
  }

  /** A file of a batch is either complete or missing on the server. */
  #mayBePartial(task: UploadTask): boolean {
    return task.begun || (task.state !== 'waiting' && !isBatchable(task, this.#limits))
  }

  get #limits() {
    return this.#deps.limits
  }

  #drop(ids: string[]): void {
    for (const id of ids) {
      const task = this.store.task(id)
      // The other files of an aborted batch are sent again; their upload ids make that safe.
      this.#running.get(id)?.controller.abort()
      if (task?.file && task.state !== 'done' && this.#mayBePartial(task)) this.discard(id)
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

  /** UPL-14: one large file at a time, in order; only small files run in parallel. */
  #next(): readonly UploadTask[] | null {
    if (this.#requests.size >= MAX_SMALL_REQUESTS) return null
    const first = this.#notRunning().next().value
    if (!first) return null
    const maySend = this.#requests.size === 0 || (this.#allSmall && this.#isSmall(first))
    if (!maySend) return null
    const batch = nextBatch(this.#notRunning(), this.#limits)
    return batch.length > 0 ? batch : [first]
  }

  get #requests(): Set<AbortController> {
    return new Set([...this.#running.values()].map(({ controller }) => controller))
  }

  get #allSmall(): boolean {
    return [...this.#running.values()].every(running => running.isSmall)
  }

  *#notRunning(): Generator<UploadTask> {
    for (const task of this.store.upNext()) if (!this.#running.has(task.id)) yield task
  }

  #isSmall(task: UploadTask): boolean {
    return task.size <= this.#deps.limits.chunkSize
  }

  async #run(task: UploadTask): Promise<void> {
    const controller = new AbortController()
    this.#running.set(task.id, { controller, isSmall: this.#isSmall(task) })
    this.store.update(task.id, { state: 'sending' })
    const outcome = await this.#send(task, controller.signal)
    this.#running.delete(task.id)
    if (this.store.task(task.id)) this.#applyOutcome(task.id, outcome)
    this.#continue()
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
    const outcomes = await loadAndSendBatch(tasks, this.#deps, watcher, controller.signal).catch(
      error => (controller.signal.aborted ? null : toFailed(error)),
    )
    for (const task of tasks) {
      this.#running.delete(task.id)
      if (!this.store.task(task.id)) continue
      const outcome = outcomes instanceof Map ? outcomes.get(task) : outcomes
      this.#applyBatchOutcome(task.id, outcome ?? null)
    }
    this.#continue()
  }

  #applyBatchOutcome(id: string, outcome: BatchOutcome | null): void {
    const waiting = { state: 'waiting', sent: 0 } as const
    if (outcome?.kind === 'done' || outcome?.kind === 'failed') this.#applyOutcome(id, outcome)
    else if (outcome?.kind === 'begun') this.store.update(id, { ...waiting, begun: true })
    else if (outcome?.kind === 'single') this.store.update(id, { ...waiting, unbatchable: true })
    else this.store.update(id, waiting)
    if (outcome?.kind === 'session') this.pause('session')
  }

  /** Null when this client aborted it. */
  async #send(task: UploadTask, signal: AbortSignal): Promise<Outcome | null> {
    try {
      return task.file
        ? await loadAndSendFile(task, task.file, this.#deps, this.#watch(task.id), signal)
        : await this.#createFolder(task, signal)
    } catch (error) {
      return signal.aborted ? null : toFailed(error)
    }
  }

  async #createFolder(task: UploadTask, signal: AbortSignal): Promise<Outcome> {
    const response = await this.#deps.transport.createFolder(task, signal)
    if (response.status < 300 && response.status > 0) return { kind: 'done' }
    const action = classifyResponse(response)
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

  #applyOutcome(id: string, outcome: Outcome | null): void {
    if (outcome?.kind === 'done') this.#finish(id, outcome.itemId)
    else if (outcome?.kind === 'failed') this.#fail(id, outcome.failure)
    else this.store.update(id, { state: 'waiting', begun: true })
    // The session has ended, so the other uploads wait too.
    if (outcome?.kind === 'session') this.pause('session')
  }

  #finish(id: string, itemId?: string): void {
    const task = this.store.task(id)
    if (!task) return
    // Releases the file: thousands of them may have been queued.
    this.store.update(id, {
      state: 'done',
      sent: task.size,
      file: null,
      failure: null,
      itemId,
    })
    for (const { finished } of this.#listeners) finished?.(task)
  }

  #fail(id: string, failure: Failure): void {
    this.store.update(id, { state: 'failed', failure })
    const task = this.store.task(id)
    if (!task) return
    for (const { failed } of this.#listeners) failed?.(task, failure)
    if (isFolderUnavailable(failure)) this.#failOthers(task, failure)
  }

  /** Other tasks for an unavailable folder would fail too, and all of them when a link is closed. */
  #failOthers({ parentId }: UploadTask, failure: Failure): void {
    const isForAll = isClosedLinkError(failure.code)
    for (const { id, ...task } of [...this.#notRunning()])
      if (isForAll || task.parentId === parentId)
        this.store.update(id, { state: 'failed', failure })
  }

  #continue(): void {
    this.#pump()
    if (this.isIdle) for (const { idle } of this.#listeners) idle?.()
  }
}

/** Loads the code with the first file. */
const loadAndSendFile: typeof sendFile = async (...args) => {
  const loaded = await import('./send-file.ts').catch(() => null)
  return loaded ? loaded.sendFile(...args) : { kind: 'failed', failure: UNREACHABLE }
}

/** Loads the code with the first batch. If it can't be loaded, each file is sent by itself. */
const loadAndSendBatch: typeof sendBatch = async (tasks, ...args) => {
  const loaded = await import('./send-batch.ts').catch(() => null)
  if (loaded) return loaded.sendBatch(tasks, ...args)
  return new Map(tasks.map(task => [task, { kind: 'single' }]))
}

const toFailed = (error: unknown): Extract<Outcome, { kind: 'failed' }> => {
  const message = error instanceof Error ? error.message : null
  return { kind: 'failed', failure: { status: 0, code: null, title: null, message } }
}
