import type { Preflight, PreflightEntry } from '@coffer/contract/upload-batches'
import { type Choices, type Conflict, needsAnswer, planOf, type Question } from './preflight.ts'
import { type Rejection, toRejection } from './rejections.ts'
import type { UploadTask } from './uploads.types.ts'

/**
 * A drop that is completely read within this time waits for all checks. A larger one starts with
 * its ready files.
 */
export const GRACE_MS = 400
/** The first check is small, so that the first upload starts soon. */
const FIRST_CHECK_SIZE = 100
const CHECK_SIZE = 1000

const ALWAYS_ANNOUNCED: ReadonlySet<Rejection['reason']> = new Set([
  'empty',
  'type',
  'size',
] as const)

export interface DropPipelineDeps {
  /** Null when the check failed: then the server rejects each file when it is sent. */
  check: (parentId: string | null, entries: PreflightEntry[]) => Promise<Preflight | null>
  /** Null when the user cancels the drop. */
  ask: (question: Question) => Promise<Choices | null>
  accept: (tasks: UploadTask[]) => void
  reject: (rejections: Rejection[]) => void
  /** Bytes of queued files that have no reservation yet. */
  waitingBytes: () => number
}

/** Checks the files of one drop against the server and queues them. */
export class DropPipeline {
  readonly #parentId: string | null
  readonly #deps: DropPipelineDeps
  readonly #rejected: Rejection[] = []
  readonly #conflicts: Conflict[] = []
  #unchecked: UploadTask[] = []
  #pageSize = FIRST_CHECK_SIZE
  #checks: Promise<void> = Promise.resolve()
  #ready: UploadTask[] = []
  /** Bytes of all files of the drop that are not queued yet. */
  #neededBytes = 0
  #freeBytes: number | null | undefined
  #graceIsOver = false
  readonly #grace = setTimeout(() => {
    this.#graceIsOver = true
    this.#release()
  }, GRACE_MS)

  constructor(parentId: string | null, deps: DropPipelineDeps) {
    this.#parentId = parentId
    this.#deps = deps
  }

  add(tasks: readonly UploadTask[]): void {
    this.#unchecked.push(...tasks)
    if (this.#unchecked.length >= this.#pageSize) this.#checkNext()
  }

  reject(rejections: readonly Rejection[]): void {
    if (rejections.length === 0) return
    this.#rejected.push(...rejections)
    this.#deps.reject([...rejections])
  }

  /**
   * Ends the drop after its last file was added.
   * @returns rejections that the caller announces
   */
  async end(): Promise<Rejection[]> {
    clearTimeout(this.#grace)
    if (this.#unchecked.length > 0) this.#checkNext()
    await this.#checks
    const question: Question = {
      ready: this.#ready,
      conflicts: this.#conflicts,
      rejected: this.#rejected,
      freeBytes: this.#freeBytes ?? null,
    }
    if (!needsAnswer(question)) {
      if (this.#ready.length > 0) this.#deps.accept(this.#ready)
      return this.#rejected
    }
    const choices = await this.#deps.ask(question)
    if (choices) this.#applyChoices(question, choices)
    // UPL-20, UPL-22, UPL-23: these are announced by a toast or an alert even after a dialog.
    return this.#rejected.filter(({ reason }) => ALWAYS_ANNOUNCED.has(reason))
  }

  #applyChoices(question: Question, choices: Choices): void {
    const { toUpload, overQuota } = planOf(question, choices)
    if (overQuota.length > 0)
      this.#deps.reject(overQuota.map(({ name }) => ({ name, reason: 'room' })))
    if (toUpload.length > 0) this.#deps.accept(toUpload)
  }

  #checkNext(): void {
    const tasks = this.#unchecked
    this.#unchecked = []
    this.#pageSize = CHECK_SIZE
    this.#checks = this.#checks.then(async () => {
      const files = tasks.filter(task => task.file !== null)
      const preflight =
        files.length > 0
          ? await this.#deps.check(this.#parentId, files.map(entryOf)).catch(() => null)
          : null
      // Empty folders are queued without a check.
      this.#ready.push(...tasks.filter(task => task.file === null))
      this.#applyCheck(files, preflight)
    })
  }

  #applyCheck(files: readonly UploadTask[], preflight: Preflight | null): void {
    const conflicts = new Map(preflight?.conflicts.map(({ index, existing }) => [index, existing]))
    const problems = new Map(preflight?.refused.map(({ index, problem }) => [index, problem]))
    // Later checks already count files that this drop has uploaded.
    if (preflight && this.#freeBytes === undefined) this.#setFreeBytes(preflight.room_bytes)
    const rejections: Rejection[] = []
    for (const [index, task] of files.entries()) {
      const problem = problems.get(index)
      const existing = conflicts.get(index)
      if (problem) rejections.push(toRejection(task.name, problem))
      else if (existing) this.#conflicts.push({ task, existing })
      else this.#ready.push(task)
      if (!problem) this.#neededBytes += task.size
    }
    this.reject(rejections)
    this.#release()
  }

  #setFreeBytes(freeBytes: number | null): void {
    this.#freeBytes = freeBytes === null ? null : Math.max(0, freeBytes - this.#deps.waitingBytes())
  }

  /**
   * Queues the ready files. Waits for the user's decision when the quota may not suffice for all of
   * them.
   */
  #release(): void {
    if (!this.#graceIsOver || this.#ready.length === 0) return
    const freeBytes = this.#freeBytes ?? Number.POSITIVE_INFINITY
    if (this.#neededBytes > freeBytes) return
    const bytes = this.#ready.reduce((sum, { size }) => sum + size, 0)
    this.#deps.accept(this.#ready)
    this.#ready = []
    this.#neededBytes -= bytes
    if (typeof this.#freeBytes === 'number') this.#freeBytes -= bytes
  }
}

const entryOf = ({ name, path, size, file }: UploadTask): PreflightEntry => ({
  filename: name,
  path,
  size,
  type: file?.type ?? '',
})
