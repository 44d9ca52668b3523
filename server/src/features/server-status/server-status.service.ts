import { release, type } from 'node:os'
import type { ScheduledTask, ServerProcess, ServerStatus } from '@coffer/contract/server-status'
import type { Deps } from '../../deps.ts'
import { type ClockJob, nextRunOf } from '../../jobs/clock.ts'
import { readDiskSpace } from '../../lib/disk-space.ts'
import type { TaskRun } from '../../process-report.ts'
import { VERSION } from '../../version.ts'
import { findFaultyFiles } from '../blobs/index.ts'
import { readStorage as readChosenStorage } from '../settings/index.ts'
import { readTotals } from '../statistics/index.ts'
import { runServerChecks } from './checks.service.ts'
import { readDatabaseFacts } from './database-facts.repository.ts'
import { readErrors, readReports, readTaskRuns, type StoredReport } from './processes.service.ts'

/** Files that are listed at once. */
const FAULTY_FILES = 100

const iso = (time: number): string => new Date(time).toISOString()

const presentProcess = (report: StoredReport): ServerProcess => ({
  id: report.id,
  host: report.host,
  pid: report.pid,
  version: report.version,
  started_at: iso(report.startedAt),
  seen_at: iso(report.seenAt),
  load: report.load,
  memory_bytes: report.memoryBytes,
  connections: report.connections,
  retried_transactions: report.retriedTransactions,
})

/** Presents a recurring task with its last run in any process, also in one that has ended. */
function presentTask(task: ClockJob, runs: ReadonlyMap<string, TaskRun>): ScheduledTask {
  const last = runs.get(task.name)
  return {
    name: task.name,
    schedule: task.at,
    next_run_at: nextRunOf(task)?.toISOString() ?? null,
    last_run_at: last ? iso(last.at) : null,
    last_duration_ms: last?.durationMs ?? null,
    last_error: last?.error ?? null,
  }
}

async function readDatabase({
  db,
  databaseKind: kind,
}: Pick<Deps, 'db' | 'databaseKind'>): Promise<ServerStatus['database']> {
  const { version, sizeBytes } = await readDatabaseFacts(db, kind)
  return { kind, version, size_bytes: sizeBytes }
}

async function readStorage(deps: Deps): Promise<ServerStatus['storage']> {
  const { dataDir } = deps.config
  const { freeBytes, totalBytes } = await readDiskSpace(dataDir)
  const { isBucket, s3 } = await readChosenStorage(deps)
  return {
    folder: dataDir,
    free_bytes: freeBytes,
    capacity_bytes: totalBytes,
    bucket: (isBucket && s3?.bucket) || null,
    used_bytes: (await readTotals(deps)).usedBytes,
  }
}

/** Reads a part of the status; null when it fails, with the reason in the log. */
async function partOf<T>(log: Deps['log'], read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (err) {
    log.warn({ err }, 'a part of the server status could not be read')
    return null
  }
}

/** Reads the status of the server; a part that fails is null and does not affect the others. */
export async function readServerStatus(
  deps: Deps,
  tasks: readonly ClockJob[],
): Promise<ServerStatus> {
  const part = <T>(read: () => Promise<T>) => partOf(deps.log, read)
  const [checks, reports, runs, errors, faultyFiles, database, storage] = await Promise.all([
    runServerChecks(deps),
    part(() => readReports(deps)),
    part(() => readTaskRuns(deps)),
    part(() => readErrors(deps)),
    part(() => findFaultyFiles(deps.db, FAULTY_FILES)),
    part(() => readDatabase(deps)),
    part(() => readStorage(deps)),
  ])
  return {
    checks,
    processes: reports?.map(presentProcess) ?? null,
    tasks: runs && tasks.map(task => presentTask(task, runs)),
    errors: errors?.map(error => ({ ...error, at: iso(error.at) })) ?? null,
    faulty_files: faultyFiles,
    database,
    storage,
    versions: { coffer: VERSION, node: process.versions.node, system: `${type()} ${release()}` },
  }
}
