import type { Deps } from '../../deps.ts'
import { inTime } from '../../lib/in-time.ts'
import { readSettings } from '../settings/index.ts'

type State = 'ok' | 'failing'
type HealthDeps = Pick<Deps, 'db' | 'blobs' | 'live' | 'log' | 'now' | 'report'>

async function stateOf(probe: () => Promise<unknown>, log: Deps['log']): Promise<State> {
  try {
    await probe()
    return 'ok'
  } catch (err) {
    log.error({ err }, 'a health probe failed')
    return 'failing'
  }
}

const DATABASE_MS = 2_000
/** Longer, because every probe of the storage syncs the disk and anyone may call. */
const STORAGE_MS = 60_000

/** Shares the result of a probe for a time, and a running probe until it ends. */
function sharedFor(
  ms: number,
  { log, now }: HealthDeps,
  probe: () => Promise<unknown>,
): () => Promise<State> {
  let state: Promise<State> | undefined
  let isRunning = false
  let startedAt = 0
  return () => {
    const at = now().getTime()
    if (state === undefined || (!isRunning && at - startedAt >= ms)) {
      startedAt = at
      isRunning = true
      state = stateOf(probe, log).finally(() => {
        isRunning = false
      })
    }
    return state
  }
}

const READY_MS = 1_000

/** Rejects when the database does not answer in time. */
const askInTime = ({ db }: Pick<Deps, 'db'>): Promise<unknown> =>
  inTime(READY_MS, readSettings(db), () => new Error('The database did not answer in time.'))

/** @returns a check of whether proxies should send calls to this process */
export function createReadyCheck(deps: HealthDeps) {
  const checkDatabase = sharedFor(DATABASE_MS, deps, () => askInTime(deps))
  return async (): Promise<'ready' | 'draining' | 'unavailable'> => {
    if (deps.report.isDraining) return 'draining'
    return (await checkDatabase()) === 'ok' ? 'ready' : 'unavailable'
  }
}

/** @returns a check whose results are shared, so that calls cost little however many there are */
export function createHealthCheck(deps: HealthDeps) {
  const checkDatabase = sharedFor(DATABASE_MS, deps, () => readSettings(deps.db))
  const checkStorage = sharedFor(STORAGE_MS, deps, () => deps.blobs.check())
  return async () => {
    const [database, storage] = await Promise.all([checkDatabase(), checkStorage()])
    const messages: State = deps.live.receivesMessages() ? 'ok' : 'failing'
    const working = messages === 'ok' ? ('ok' as const) : ('degraded' as const)
    const status = database === 'ok' && storage === 'ok' ? working : ('failing' as const)
    return { status, database, storage, messages }
  }
}
