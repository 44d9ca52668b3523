import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { LoggerOptions } from 'pino'
import { redact } from './lib/redact.ts'

/** One run of a recurring task. */
export interface TaskRun {
  at: number
  durationMs: number
  error: string | null
}

export interface ReportedError {
  at: number
  message: string
  detail: string | null
}

/** Errors kept until they are stored; more are dropped, so that a flood of errors costs no memory. */
const MAX_ERRORS = 50
const ERROR_LEVEL = 50

const messageIn = (argument: unknown): string | null => {
  const error = argument instanceof Error ? argument : (argument as { err?: unknown } | null)?.err
  return error instanceof Error ? redact(`${error.name}: ${error.message}`) : null
}

const reportErrors = (
  record: (args: readonly unknown[]) => void,
): Pick<LoggerOptions, 'hooks'> => ({
  hooks: {
    logMethod(args, method, level) {
      if (level >= ERROR_LEVEL) record(args)
      method.apply(this, args)
    },
  },
})

/**
 * Collects the report of this process: its identity, load, errors and the runs of
 * recurring tasks. A recurring task stores the report, where every process can read it.
 */
export class ProcessReport {
  readonly id = randomUUID()
  readonly host = hostname()
  readonly pid = process.pid
  readonly startedAt = Date.now()
  /** Whether the process is stopping and proxies should send calls to others. */
  isDraining = false
  readonly tasks = new Map<string, TaskRun>()
  /** Transactions that were run again after a conflict, by its SQLSTATE. */
  readonly retries = new Map<string, number>()
  #errors: ReportedError[] = []
  #usage = { at: performance.now(), cpu: process.cpuUsage() }

  /** Options for the logger, so that every logged error is reported as well. */
  readonly logOptions = reportErrors(args => this.#recordError(args))

  recordTask(name: string, run: TaskRun): void {
    this.tasks.set(name, run)
  }

  countRetry(code: string): void {
    this.retries.set(code, (this.retries.get(code) ?? 0) + 1)
  }

  get retriedTransactions(): number {
    return [...this.retries.values()].reduce((sum, count) => sum + count, 0)
  }

  #recordError(args: readonly unknown[]): void {
    if (this.#errors.length >= MAX_ERRORS) return
    const message = args.find(argument => typeof argument === 'string') ?? 'unexpected error'
    this.#errors.push({ at: Date.now(), message, detail: messageIn(args[0]) })
  }

  /** Returns the errors that are not stored yet. */
  pendingErrors(): readonly ReportedError[] {
    return this.#errors
  }

  /** Removes the errors that have been stored. */
  removeErrors(stored: readonly ReportedError[]): void {
    this.#errors = this.#errors.filter(error => !stored.includes(error))
  }

  /** Returns the share of one processor used since the last call. */
  measureLoad(): number {
    const previous = this.#usage
    this.#usage = { at: performance.now(), cpu: process.cpuUsage() }
    const usedMs =
      (this.#usage.cpu.user + this.#usage.cpu.system - previous.cpu.user - previous.cpu.system) /
      1000
    const elapsedMs = this.#usage.at - previous.at
    return elapsedMs > 0 ? usedMs / elapsedMs : 0
  }
}
