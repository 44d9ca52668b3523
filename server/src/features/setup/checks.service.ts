import type { Check } from '@coffer/contract/setup'
import type { Deps } from '../../deps.ts'
import { tryDatabase } from './setup.repository.ts'

const NODE_MAJOR_MIN = 22
const SECRET_MIN = 32

type CheckDeps = Pick<Deps, 'transact' | 'databaseKind' | 'blobs' | 'secret' | 'config'>

interface CheckResult {
  check: Check
  passed: boolean
  /** The detected value or the error message, for the operator. */
  detail: string
}

async function attempt(
  check: Check,
  detail: string,
  work: () => Promise<unknown>,
): Promise<CheckResult> {
  try {
    await work()
    return { check, passed: true, detail }
  } catch (error) {
    return { check, passed: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

function checkRuntime(): CheckResult {
  const { node } = process.versions
  return {
    check: 'runtime',
    passed: Number.parseInt(node, 10) >= NODE_MAJOR_MIN,
    detail: `Node ${node}`,
  }
}

function checkSecret({ secret, config }: Pick<Deps, 'secret' | 'config'>): CheckResult {
  const detail = config.appSecret ? 'APP_SECRET' : 'secret.key'
  return { check: 'secret', passed: secret.length >= SECRET_MIN, detail }
}

/** Checks runtime, database, storage and secret (SETUP-2). */
export const runChecks = (deps: CheckDeps): Promise<CheckResult[]> =>
  Promise.all([
    checkRuntime(),
    attempt('database', deps.databaseKind === 'sqlite' ? 'SQLite' : 'PostgreSQL', () =>
      deps.transact(tryDatabase),
    ),
    attempt('storage', deps.config.dataDir, () => deps.blobs.check()),
    checkSecret(deps),
  ])
