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

export async function checkHealth({ db, blobs, log }: Pick<Deps, 'db' | 'blobs' | 'log'>) {
  const [database, storage] = await Promise.all([
    stateOf(() => readSettings(db), log),
    stateOf(() => blobs.check(), log),
  ])
  const status: State = database === 'ok' && storage === 'ok' ? 'ok' : 'failing'
  return { status, database, storage }
}
