import type { Preflight, PreflightEntry } from '@coffer/contract/upload-batches'
import { type Choices, type Conflict, needsAnswer, planOf, type Question } from './preflight.ts'
import { type Refusal, refusalOfProblem } from './rejections.ts'
import type { UploadTask } from './uploads.types.ts'

/** A drop that is known whole by then waits for its answers; a larger one begins with what is clear. */
export const GRACE_MS = 400
/** The first question is small, so that the first bytes are soon on their way. */
const FIRST_PAGE = 100
const PAGE = 1000

const TOLD_ALWAYS: ReadonlySet<Refusal['reason']> = new Set(['empty', 'type', 'size'] as const)

export interface DropPipelineDeps {
  /** Null when it can't be asked: then every file is told for itself when it is sent. */
  check: (parentId: string | null, entries: PreflightEntry[]) => Promise<Preflight | null>
  /** Null when nothing of it is to be uploaded. */
  ask: (question: Question) => Promise<Choices | null>
  accept: (tasks: UploadTask[]) => void
  refuse: (refusals: Refusal[]) => void
  /** Of what waits in the queue already and has no room held for it. */
  waitingBytes: () => number
}

/** The files of one drop, from being found to being queued. */
export class DropPipeline {
  readonly #parentId: string | null
  readonly #ports: DropPipelineDeps
  readonly #refused: Refusal[] = []
  readonly #conflicts: Conflict[] = []
  #found: UploadTask[] = []
  #pageSize = FIRST_PAGE
  #checks: Promise<void> = Promise.resolve()
  #clear: UploadTask[] = []
  /** Of everything that is still to be queued. */
  #neededBytes = 0
  #roomBytes: number | null | undefined
  #mayBegin = false
  readonly #grace = setTimeout(() => {
    this.#mayBegin = true
    this.#release()
  }, GRACE_MS)

  constructor(parentId: string | null, ports: DropPipelineDeps) {
    this.#parentId = parentId
    this.#ports = ports
  }

  add(tasks: readonly UploadTask[]): void {
    this.#found.push(...tasks)
    if (this.#found.length >= this.#pageSize) this.#checkFound()
  }

  refuse(refusals: readonly Refusal[]): void {
    if (refusals.length === 0) return
    this.#refused.push(...refusals)
    this.#ports.refuse([...refusals])
  }

  /** Everything has been found. @returns what is still to be said of what was refused */
  async end(): Promise<Refusal[]> {
    clearTimeout(this.#grace)
    if (this.#found.length > 0) this.#checkFound()
    await this.#checks
    const question: Question = {
      clear: this.#clear,
      conflicts: this.#conflicts,
      refused: this.#refused,
      roomBytes: this.#roomBytes ?? null,
    }
    if (!needsAnswer(question)) {
      if (this.#clear.length > 0) this.#ports.accept(this.#clear)
      return this.#refused
    }
    const choices = await this.#ports.ask(question)
    if (choices) this.#follow(question, choices)
    // Spec §5: these are told by a toast and an alert, whatever the dialog was about.
    return this.#refused.filter(({ reason }) => TOLD_ALWAYS.has(reason))
  }

  #follow(question: Question, choices: Choices): void {
    const { going, left } = planOf(question, choices)
    if (left.length > 0) this.#ports.refuse(left.map(({ name }) => ({ name, reason: 'room' })))
    if (going.length > 0) this.#ports.accept(going)
  }

  #checkFound(): void {
    const tasks = this.#found
    this.#found = []
    this.#pageSize = PAGE
    this.#checks = this.#checks.then(async () => {
      const files = tasks.filter(task => task.file !== null)
      const answer =
        files.length > 0
          ? await this.#ports.check(this.#parentId, files.map(entryOf)).catch(() => null)
          : null
      // Empty folders come with the files around them.
      this.#clear.push(...tasks.filter(task => task.file === null))
      this.#heed(files, answer)
    })
  }

  #heed(files: readonly UploadTask[], answer: Preflight | null): void {
    const conflicts = new Map(answer?.conflicts.map(({ index, existing }) => [index, existing]))
    const refused = new Map(answer?.refused.map(({ index, problem }) => [index, problem]))
    // Later answers know of what this drop has brought meanwhile.
    if (answer && this.#roomBytes === undefined) this.#setRoom(answer.room_bytes)
    const refusals: Refusal[] = []
    for (const [index, task] of files.entries()) {
      const problem = refused.get(index)
      const existing = conflicts.get(index)
      if (problem) refusals.push(refusalOfProblem(task.name, problem))
      else if (existing) this.#conflicts.push({ task, existing })
      else this.#clear.push(task)
      if (!problem) this.#neededBytes += task.size
    }
    this.refuse(refusals)
    this.#release()
  }

  #setRoom(roomBytes: number | null): void {
    this.#roomBytes =
      roomBytes === null ? null : Math.max(0, roomBytes - this.#ports.waitingBytes())
  }

  /** Once there may not be room for all of it, nothing more goes before that is decided. */
  #release(): void {
    if (!this.#mayBegin || this.#clear.length === 0) return
    const room = this.#roomBytes ?? Number.POSITIVE_INFINITY
    if (this.#neededBytes > room) return
    const bytes = this.#clear.reduce((sum, { size }) => sum + size, 0)
    this.#ports.accept(this.#clear)
    this.#clear = []
    this.#neededBytes -= bytes
    if (typeof this.#roomBytes === 'number') this.#roomBytes -= bytes
  }
}

const entryOf = ({ name, path, size, file }: UploadTask): PreflightEntry => ({
  filename: name,
  path,
  size,
  type: file?.type ?? '',
})
