import { isParentGone } from './classify-response.ts'
import { createMeter } from './meter.ts'
import type { Refusal } from './rejections.ts'
import type { UploadTask } from './uploads.types.ts'

/** What the tray shows. Replaced at most a few times a second, whatever happens meanwhile. */
export interface UploadsSnapshot {
  /** Of all tasks, in the order of the tray: what runs, what failed, what waits, what is done. */
  ids: readonly string[]
  counts: Readonly<Record<UploadTarget, number>>
  sentBytes: number
  totalBytes: number
  bytesPerSecond: number
  refused: readonly Refusal[]
  /** How many of the failed ones are without their folder. */
  stranded: number
  paused: Paused
  isLost: boolean
}

export type Paused = 'by-hand' | 'session' | null
type UploadTarget = 'begun' | 'failed' | 'waiting' | 'done'

/** As often as an eye needs; the bars glide in between. */
const NOTIFY_MS = 250

const placeOf = ({ state, begun }: Pick<UploadTask, 'state' | 'begun'>): UploadTarget => {
  if (state === 'failed' || state === 'done') return state
  return begun || state !== 'waiting' ? 'begun' : 'waiting'
}

/** All uploads of this page, sorted by what is to be done with them. */
export class TaskStore {
  readonly #tasks = new Map<string, UploadTask>()
  readonly #places: Record<UploadTarget, Set<string>> = {
    begun: new Set(),
    failed: new Set(),
    waiting: new Set(),
    done: new Set(),
  }
  readonly #listeners = new Set<() => void>()
  readonly #meter = createMeter()
  #refused: readonly Refusal[] = []
  #paused: Paused = null
  #sentBytes = 0
  #totalBytes = 0
  #listed: readonly string[] | null = null
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

  /** Begun ones come first, so that nothing is left half-done for long. */
  *upNext(): Generator<UploadTask> {
    for (const place of ['begun', 'waiting'] as const)
      for (const id of this.#places[place]) {
        const task = this.#tasks.get(id)
        if (task) yield task
      }
  }

  /** Of the moment, where the snapshot may be a little behind. */
  get ids(): readonly string[] {
    return this.#list()
  }

  tasksIn(place: UploadTarget): UploadTask[] {
    return [...this.#places[place]].flatMap(id => this.#tasks.get(id) ?? [])
  }

  stranded(): UploadTask[] {
    return this.tasksIn('failed').filter(({ failure }) => failure && isParentGone(failure))
  }

  /** Of what the server has not heard of yet. */
  waitingBytes(): number {
    return this.tasksIn('waiting').reduce((sum, { size }) => sum + size, 0)
  }

  has(place: UploadTarget): boolean {
    return this.#places[place].size > 0
  }

  add(tasks: readonly UploadTask[]): void {
    for (const task of tasks) this.#put(task)
    this.#listed = null
    this.#changed()
  }

  update(id: string, change: Partial<UploadTask>): void {
    const before = this.#tasks.get(id)
    if (!before) return
    const after = { ...before, ...change }
    const isMoved = placeOf(before) !== placeOf(after)
    this.#count(before, -1)
    if (isMoved) this.#places[placeOf(before)].delete(id)
    this.#put(after)
    if (isMoved) this.#listed = null
    this.#changed()
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) {
      const task = this.#tasks.get(id)
      if (!task) continue
      this.#count(task, -1)
      this.#places[placeOf(task)].delete(id)
      this.#tasks.delete(id)
    }
    this.#listed = null
    this.#changed()
  }

  refuse(refusals: readonly Refusal[]): void {
    this.#refused = [...this.#refused, ...refusals]
    this.#changed()
  }

  /** Spec §4: the queue is cleared on completion. */
  clearFinished(): void {
    this.remove([...this.#places.done])
    this.#refused = []
    this.#meter.clear()
    this.#changed()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The same object until something has changed. */
  snapshot = (): UploadsSnapshot => {
    this.#snapshot ??= {
      ids: this.#list(),
      counts: this.#counts(),
      sentBytes: this.#sentBytes,
      totalBytes: this.#totalBytes,
      bytesPerSecond: this.#meter.perSecond(),
      refused: this.#refused,
      stranded: this.stranded().length,
      paused: this.#paused,
      isLost: this.tasksIn('begun').some(task => task.state === 'lost'),
    }
    return this.#snapshot
  }

  #put(task: UploadTask): void {
    this.#tasks.set(task.id, task)
    this.#places[placeOf(task)].add(task.id)
    this.#count(task, 1)
  }

  /** What failed is no part of the whole until it is tried again. */
  #count({ state, size, sent }: UploadTask, sign: 1 | -1): void {
    if (state === 'failed') return
    this.#totalBytes += sign * size
    this.#sentBytes += sign * sent
    if (sign === 1) this.#meter.note(this.#sentBytes)
  }

  #counts(): Record<UploadTarget, number> {
    const { begun, failed, waiting, done } = this.#places
    return { begun: begun.size, failed: failed.size, waiting: waiting.size, done: done.size }
  }

  #list(): readonly string[] {
    const { begun, failed, waiting, done } = this.#places
    this.#listed ??= [...begun, ...failed, ...waiting, ...[...done].reverse()]
    return this.#listed
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#snapshot = null
      for (const listener of this.#listeners) listener()
    }, NOTIFY_MS)
  }
}
