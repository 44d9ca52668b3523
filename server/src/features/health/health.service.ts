import type { ServerCheck } from '@coffer/contract/server-status'
import type { Deps } from '../../deps.ts'
import { inTime } from '../../lib/in-time.ts'
import { type CheckDeps, runServerChecks } from '../server-status/index.ts'
import { readSettings } from '../settings/index.ts'

type ReadyDeps = Pick<Deps, 'db' | 'log' | 'now' | 'report'>

const DATABASE_MS = 2_000
/** Longer, because every probe of the storage syncs the disk and anyone may call. */
const STORAGE_MS = 60_000
const OTHERS_MS = 10_000
const OTHERS: ReadonlySet<ServerCheck['check']> = new Set([
  'contents',
  'disk',
  'queue',
  'messages',
  'search',
  'clock',
])

/** Shares the result of a probe for a time, and a running probe until it ends. */
function sharedFor<T>(
  ms: number,
  { now }: Pick<Deps, 'now'>,
  probe: () => Promise<T>,
): () => Promise<T> {
  let result: Promise<T> | undefined
  let isRunning = false
  let startedAt = 0
  return () => {
    const at = now().getTime()
    if (result === undefined || (!isRunning && at - startedAt >= ms)) {
      startedAt = at
      isRunning = true
      result = probe().finally(() => {
        isRunning = false
      })
    }
    return result
  }
}

const READY_MS = 1_000

/** Whether the database answers in time. */
async function answersInTime({ db, log }: ReadyDeps): Promise<boolean> {
  try {
    await inTime(
      READY_MS,
      readSettings(db),
      () => new Error('The database did not answer in time.'),
    )
    return true
  } catch (err) {
    log.error({ err }, 'a health probe failed')
    return false
  }
}

/** @returns a check of whether proxies should send calls to this process */
export function createReadyCheck(deps: ReadyDeps) {
  const checkDatabase = sharedFor(DATABASE_MS, deps, () => answersInTime(deps))
  return async (): Promise<'ready' | 'draining' | 'unavailable'> => {
    if (deps.report.isDraining) return 'draining'
    return (await checkDatabase()) ? 'ready' : 'unavailable'
  }
}

interface Health {
  status: 'ok' | 'degraded' | 'failing'
  checks?: ServerCheck[]
}

/**
 * @returns a check whose results are shared, so that calls cost little however many there are; it
 * gives the parts to those who may see them
 */
export function createHealthCheck(deps: CheckDeps) {
  const checkDatabase = sharedFor(DATABASE_MS, deps, () =>
    runServerChecks(deps, new Set(['database'])),
  )
  const checkStorage = sharedFor(STORAGE_MS, deps, () =>
    runServerChecks(deps, new Set(['storage'])),
  )
  const checkOthers = sharedFor(OTHERS_MS, deps, () => runServerChecks(deps, OTHERS))
  return async (maySeeParts: boolean): Promise<Health> => {
    const [database, storage] = await Promise.all([checkDatabase(), checkStorage()])
    const required = [...database, ...storage]
    const working = deps.live.receivesMessages() ? 'ok' : 'degraded'
    const status = required.every(({ state }) => state === 'ok') ? working : 'failing'
    if (!maySeeParts) return { status }
    return { status, checks: [...required, ...(await checkOthers())] }
  }
}
