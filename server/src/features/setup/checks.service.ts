import { isSecureUrl } from '@coffer/contract/secure-url'
import type { Check, CheckResult, Remedy } from '@coffer/contract/setup'
import type { Deps } from '../../deps.ts'
import { freeBytesIn } from './progress.service.ts'
import { tryDatabase } from './setup.repository.ts'

const NODE_MAJOR_MIN = 22
const SECRET_MIN = 32
const GB = 1e9
const DISK_MIN_BYTES = 0.5 * GB
const DISK_LOW_BYTES = 5 * GB
/** Codes of a second factor are valid for about as long. */
const CLOCK_TOLERANCE_MS = 60_000
const SECOND_MS = 1000

type CheckDeps = Pick<
  Deps,
  'transact' | 'databaseKind' | 'blobs' | 'secret' | 'config' | 'media' | 'now'
>

/** The same request as seen by the browser and by the server. */
interface Visit {
  /** Origin of the page in the browser. */
  pageOrigin: string | undefined
  /** Origin of the request as the server sees it behind its proxies. */
  seenOrigin: string
  browserMs: number | undefined
}

const passed = (check: Check, detail: string): CheckResult => ({
  check,
  passed: true,
  state: 'passed',
  detail,
  remedy: null,
})
const warning = (check: Check, detail: string, remedy: Remedy): CheckResult => ({
  check,
  passed: true,
  state: 'warning',
  detail,
  remedy,
})
const failed = (check: Check, detail: string, remedy: Remedy): CheckResult => ({
  check,
  passed: false,
  state: 'failed',
  detail,
  remedy,
})

async function attempt(
  check: Check,
  detail: string,
  remedy: Remedy,
  work: () => Promise<unknown>,
): Promise<CheckResult> {
  try {
    await work()
    return passed(check, detail)
  } catch (error) {
    return failed(check, error instanceof Error ? error.message : String(error), remedy)
  }
}

function checkRuntime(): CheckResult {
  const { node } = process.versions
  const isSupported = Number.parseInt(node, 10) >= NODE_MAJOR_MIN
  return isSupported
    ? passed('runtime', `Node ${node}`)
    : failed('runtime', `Node ${node}`, 'update_node')
}

function checkSecret({ secret, config }: Pick<Deps, 'secret' | 'config'>): CheckResult {
  const detail = config.appSecret ? 'APP_SECRET' : 'secret.key'
  return secret.length >= SECRET_MIN
    ? passed('secret', detail)
    : failed('secret', detail, 'secret_short')
}

/** The detail is a number of bytes, which the browser formats. */
async function checkDisk({ config }: Pick<Deps, 'config'>): Promise<CheckResult> {
  const free = await freeBytesIn(config.dataDir)
  if (free === null) return passed('disk', '')
  if (free < DISK_MIN_BYTES) return failed('disk', String(free), 'disk_full')
  return free < DISK_LOW_BYTES
    ? warning('disk', String(free), 'disk_low')
    : passed('disk', String(free))
}

/** The detail is the difference in seconds. */
function checkClock({ now }: Pick<Deps, 'now'>, { browserMs }: Visit): CheckResult {
  if (browserMs === undefined) return passed('clock', '0')
  const difference = browserMs - now().getTime()
  const seconds = String(Math.round(difference / SECOND_MS))
  return Math.abs(difference) > CLOCK_TOLERANCE_MS
    ? warning('clock', seconds, 'clock_off')
    : passed('clock', seconds)
}

/** Links and cookies use the address that the server sees, so it has to be that of the browser. */
function checkAddress({ config }: Pick<Deps, 'config'>, visit: Visit): CheckResult {
  const page = URL.parse(visit.pageOrigin ?? visit.seenOrigin)
  if (!page) return passed('address', visit.seenOrigin)
  if (config.appUrl !== undefined && new URL(config.appUrl).origin !== page.origin)
    return warning('address', page.origin, 'app_url_differs')
  if (config.appUrl === undefined && page.origin !== URL.parse(visit.seenOrigin)?.origin)
    return warning('address', `${page.origin} ≠ ${visit.seenOrigin}`, 'trust_proxy')
  return isSecureUrl(page.origin)
    ? passed('address', page.origin)
    : warning('address', page.origin, 'no_tls')
}

const checkVideo = ({ media }: Pick<Deps, 'media'>): CheckResult =>
  media.reads('video') ? passed('video', 'ffmpeg') : warning('video', '', 'install_ffmpeg')

/** SETUP-2: checks the server, and what it sees of the browser through its proxies. */
export const runChecks = (deps: CheckDeps, visit: Visit): Promise<CheckResult[]> =>
  Promise.all([
    checkRuntime(),
    attempt(
      'database',
      deps.databaseKind === 'sqlite' ? 'SQLite' : 'PostgreSQL',
      'database_broken',
      () => deps.transact(tryDatabase),
    ),
    attempt('storage', deps.config.dataDir, 'storage_not_writable', () => deps.blobs.check()),
    checkDisk(deps),
    checkSecret(deps),
    checkClock(deps, visit),
    checkAddress(deps, visit),
    checkVideo(deps),
  ])
