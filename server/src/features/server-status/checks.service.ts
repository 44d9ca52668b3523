import { isSecureUrl } from '@coffer/contract/secure-url'
import type { ServerCheck } from '@coffer/contract/server-status'
import type { Deps } from '../../deps.ts'
import type { QueueSummary } from '../../jobs/queue.ts'
import { freeShareOf, readDiskSpace } from '../../lib/disk-space.ts'
import { isDiskLow, isQueueLate } from '../../lib/health-limits.ts'
import { redact } from '../../lib/redact.ts'
import { countFaulty } from '../blobs/index.ts'
import { countRetriedEmails } from '../emails/index.ts'
import { readSettings, sendsEmail } from '../settings/index.ts'
import { readDatabaseTime } from './database-facts.repository.ts'
import { countSearchQueue } from './waiting-work.repository.ts'

export type CheckDeps = Pick<
  Deps,
  | 'db'
  | 'databaseKind'
  | 'blobs'
  | 'jobs'
  | 'live'
  | 'config'
  | 'settings'
  | 'now'
  | 'media'
  | 'log'
>

type Checked = CheckDeps & {
  /** Reads the summary of the queue, once for all checks. */
  queue: () => Promise<QueueSummary>
}

interface Result {
  state: ServerCheck['state']
  detail?: string | null
}

const CLOCK_TOLERANCE_MS = 5_000
/** Items that wait to be indexed; the indexer takes some thousands a second. */
const SEARCH_BEHIND_ITEMS = 10_000

/** Counts the contents that the verification has recorded as missing or damaged. */
async function checkContents({ db }: CheckDeps): Promise<Result> {
  const faulty = await countFaulty(db)
  return faulty > 0 ? { state: 'failing', detail: `${faulty}` } : { state: 'ok' }
}

async function checkDisk({ config }: CheckDeps): Promise<Result> {
  const share = freeShareOf(await readDiskSpace(config.dataDir))
  return { state: isDiskLow(share) ? 'warning' : 'ok', detail: `${Math.round(share * 100)} %` }
}

/** Compares the clocks of this process and the database server. */
async function checkClock({ db, databaseKind, now }: CheckDeps): Promise<Result> {
  const databaseTime = await readDatabaseTime(db, databaseKind)
  const differenceMs = databaseTime === null ? 0 : Math.abs(databaseTime - now().getTime())
  if (differenceMs < CLOCK_TOLERANCE_MS) return { state: 'ok' }
  return { state: 'warning', detail: `${Math.round(differenceMs / 1000)} s` }
}

async function checkQueue({ queue, now }: Checked): Promise<Result> {
  const { counts, oldestDueAt } = await queue()
  if (isQueueLate(oldestDueAt, now()))
    return {
      state: 'failing',
      detail: `${Math.round((now().getTime() - Number(oldestDueAt)) / 60_000)} min`,
    }
  return counts.failed > 0 ? { state: 'warning', detail: `${counts.failed}` } : { state: 'ok' }
}

async function checkSearch({ db }: CheckDeps): Promise<Result> {
  const waiting = await countSearchQueue(db)
  return { state: waiting > SEARCH_BEHIND_ITEMS ? 'warning' : 'ok', detail: `${waiting}` }
}

async function checkMail({ settings, queue }: Checked): Promise<Result> {
  if (!sendsEmail((await settings.read()).values)) return { state: 'warning' }
  const retried = countRetriedEmails(await queue())
  return retried > 0 ? { state: 'failing', detail: `${retried}` } : { state: 'ok' }
}

/** The address in links: configured, or that of an administrator's sign-in. */
const addressOf = async ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<string | null> =>
  config.appUrl ?? (await readSettings(db)).known_address

async function checkAddress(deps: CheckDeps): Promise<Result> {
  const state = deps.config.appUrl === undefined ? 'warning' : 'ok'
  return { state, detail: await addressOf(deps) }
}

async function checkEncryption(deps: CheckDeps): Promise<Result> {
  const address = await addressOf(deps)
  return { state: address === null || isSecureUrl(address) ? 'ok' : 'warning' }
}

const CHECKS: readonly (readonly [ServerCheck['check'], (checked: Checked) => Promise<Result>])[] =
  [
    ['database', async ({ db }) => readSettings(db).then(() => ({ state: 'ok' }))],
    ['storage', async ({ blobs }) => blobs.check().then(() => ({ state: 'ok' }))],
    ['contents', checkContents],
    ['disk', checkDisk],
    ['queue', checkQueue],
    ['messages', async ({ live }) => ({ state: live.receivesMessages() ? 'ok' : 'failing' })],
    ['mail', checkMail],
    ['address', checkAddress],
    ['encryption', checkEncryption],
    ['search', checkSearch],
    ['clock', checkClock],
    ['video', async ({ media }) => ({ state: media.reads('video') ? 'ok' : 'warning' })],
  ]

/** Runs checks, by default all; one that throws is failing, with the reason. */
export function runServerChecks(
  deps: CheckDeps,
  names?: ReadonlySet<ServerCheck['check']>,
): Promise<ServerCheck[]> {
  let summary: Promise<QueueSummary> | undefined
  const queue = () => (summary ??= deps.jobs.summarize())
  return Promise.all(
    CHECKS.filter(([check]) => names?.has(check) ?? true).map(async ([check, run]) => {
      try {
        const { state, detail = null } = await run({ ...deps, queue })
        return { check, state, detail }
      } catch (error) {
        deps.log.error({ err: error, check }, 'a check of the server failed')
        const detail = redact(error instanceof Error ? error.message : String(error))
        return { check, state: 'failing' as const, detail }
      }
    }),
  )
}
