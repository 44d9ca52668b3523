import { needsOtherFolder } from './classify-response.ts'
import { createMeter } from './meter.ts'
import type { Rejection } from './rejections.ts'
import type { UploadTask } from './uploads.types.ts'

/** Immutable state of the tray. Replaced at most every NOTIFY_MS, however often tasks change. */
export interface UploadsSnapshot {
  /** All task ids in tray order: running, failed, waiting, done. */
  ids: readonly string[]
  counts: Readonly<Record<TaskGroup, number>>
  sentBytes: number
  totalBytes: number
  bytesPerSecond: number
  rejected: readonly Rejection[]
  /** Failed tasks that need another folder. */
  stranded: number
  paused: Paused
  isLost: boolean
}

export type Paused = 'by-hand' | 'session' | null
type TaskGroup = 'begun' | 'failed' | 'waiting' | 'done'

/** Often enough for the eye; CSS animates the progress bars in between. */
const NOTIFY_MS = 250

const groupOf = ({ state, begun }: Pick<UploadTask, 'state' | 'begun'>): TaskGroup => {
  if (state === 'failed' || state === 'done') return state
  return begun || state !== 'waiting' ? 'begun' : 'waiting'
}

/** All uploads of this page, grouped by what the queue does with them next. */
export class TaskStore {
  readonly #tasks = new Map<string, UploadTask>()
  readonly #groups: Record<TaskGroup, Set<string>> = {
    begun: new Set(),
    failed: new Set(),
    waiting: new Set(),
    done: new Set(),
  }
  readonly #listeners = new Set<() => void>()
  readonly #meter = createMeter()
  #rejected: readonly Rejection[] = []
  #paused: Paused = null
  #sentBytes = 0
  #totalBytes = 0
  #orderedIds: readonly string[] | null = null
  #snapshot: UploadsSnapshot | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  get paused(): Paused {
    return this.#paused
  }

  set paused(paused: Paused) {
    this.#paused = paused
    this.#meter.clear()
    this.#changed()
  }

  task(id: string): UploadTask | undefined {
    return this.#tasks.get(id)
  }

  /** Begun tasks come first, so that no upload stays half done for long. */
  *upNext(): Generator<UploadTask> {
    for (const group of ['begun', 'waiting'] as const)
      for (const id of this.#groups[group]) {
        const task = this.#tasks.get(id)
        if (task) yield task
      }
  }

  /** Current ids; the snapshot may be slightly older. */
  get ids(): readonly string[] {
    return this.#orderIds()
  }

  tasksIn(group: TaskGroup): UploadTask[] {
    return [...this.#groups[group]].flatMap(id => this.#tasks.get(id) ?? [])
  }

  stranded(): UploadTask[] {
    return this.tasksIn('failed').filter(({ failure }) => failure && needsOtherFolder(failure))
  }

  /** Bytes that the server does not know of yet. */
  waitingBytes(): number {
    return this.tasksIn('waiting').reduce((sum, { size }) => sum + size, 0)
  }

  has(group: TaskGroup): boolean {
    return this.#groups[group].size > 0
  }

  add(tasks: readonly UploadTask[]): void {
    for (const task of tasks) this.#put(task)
    this.#orderedIds = null
    this.#changed()
  }

  update(id: string, change: Partial<UploadTask>): void {
    const before = this.#tasks.get(id)
    if (!before) return
    const after = { ...before, ...change }
    const isMoved = groupOf(before) !== groupOf(after)
    this.#count(before, -1)
    if (isMoved) this.#groups[groupOf(before)].delete(id)
    this.#put(after)
    if (isMoved) this.#orderedIds = null
    this.#changed()
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) {
      const task = this.#tasks.get(id)
      if (!task) continue
      this.#count(task, -1)
      this.#groups[groupOf(task)].delete(id)
      this.#tasks.delete(id)
    }
    this.#orderedIds = null
    this.#changed()
  }

  reject(rejections: readonly Rejection[]): void {
    this.#rejected = [...this.#rejected, ...rejections]
    this.#changed()
  }

  /** UPL-15: the queue is cleared on completion. */
  clearFinished(): void {
    this.remove([...this.#groups.done])
    this.#rejected = []
    this.#meter.clear()
    this.#changed()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the same object until something changes. */
  snapshot = (): UploadsSnapshot => {
    this.#snapshot ??= {
      ids: this.#orderIds(),
      counts: this.#counts(),
      sentBytes: this.#sentBytes,
      totalBytes: this.#totalBytes,
      bytesPerSecond: this.#meter.perSecond(),
      rejected: this.#rejected,
      stranded: this.stranded().length,
      paused: this.#paused,
      isLost: this.tasksIn('begun').some(task => task.state === 'lost'),
    }
    return this.#snapshot
  }

  #put(task: UploadTask): void {
    this.#tasks.set(task.id, task)
    this.#groups[groupOf(task)].add(task.id)
    this.#count(task, 1)
  }

  /** Failed tasks do not count toward the totals until they are retried. */
  #count({ state, size, sent }: UploadTask, sign: 1 | -1): void {
    if (state === 'failed') return
    this.#totalBytes += sign * size
    this.#sentBytes += sign * sent
    if (sign === 1) this.#meter.record(this.#sentBytes)
  }

  #counts(): Record<TaskGroup, number> {
    const { begun, failed, waiting, done } = this.#groups
    return { begun: begun.size, failed: failed.size, waiting: waiting.size, done: done.size }
  }

  #orderIds(): readonly string[] {
    const { begun, failed, waiting, done } = this.#groups
    this.#orderedIds ??= [...begun, ...failed, ...waiting, ...[...done].reverse()]
    return this.#orderedIds
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#snapshot = null
      for (const listener of this.#listeners) listener()
    }, NOTIFY_MS)
  }
}
