import type { Deps } from '../../deps.ts'
import { readSettings } from '../settings/index.ts'

type State = 'ok' | 'failing'

async function stateOf(probe: () => Promise<unknown>, log: Deps['log']): Promise<State> {
  try {
    await probe()
    return 'ok'
  } catch (err) {
    log.error({ err }, 'a health probe failed')
    return 'failing'
  }
}

type HealthDeps = Pick<Deps, 'db' | 'blobs' | 'log' | 'now'>

async function checkHealth({ db, blobs, log }: HealthDeps) {
  const [database, storage] = await Promise.all([
    stateOf(() => readSettings(db), log),
    stateOf(() => blobs.check(), log),
  ])
  const status: State = database === 'ok' && storage === 'ok' ? 'ok' : 'failing'
  return { status, database, storage }
}

/** Results are shared because the call is public and each check syncs the disk. */
const SHARED_MS = 2000

/** @returns a check whose result is shared by all calls within `SHARED_MS` */
export function sharedHealthCheck(deps: HealthDeps): () => ReturnType<typeof checkHealth> {
  let check: ReturnType<typeof checkHealth> | undefined
  let startedAt = 0
  return () => {
    const now = deps.now().getTime()
    if (check === undefined || now - startedAt >= SHARED_MS) {
      startedAt = now
      check = checkHealth(deps)
    }
    return check
  }
}
