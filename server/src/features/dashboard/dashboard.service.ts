import type { Locale } from '@coffer/contract'
import type { Dashboard, NewestUser } from '@coffer/contract/dashboard'
import { isSecureUrl } from '@coffer/contract/secure-url'
import type { Deps } from '../../deps.ts'
import { freeShareOf, readDiskSpace } from '../../lib/disk-space.ts'
import { VERSION } from '../../version.ts'
import { avatarOf } from '../avatars/index.ts'
import { readBilling } from '../billing-figures/index.ts'
import { countRetriedEmails } from '../emails/index.ts'
import { existsBilling } from '../invoices/index.ts'
import { countOnlineUsers } from '../server-status/index.ts'
import { sendsEmail } from '../settings/index.ts'
import { readStatistics } from '../statistics/index.ts'
import { listNewestTransactions, presentTransaction } from '../transactions/index.ts'
import { findAttention } from './attention.rules.ts'
import { findNewerVersion } from './newer-version.ts'
import { findNewestUsers } from './newest-users.repository.ts'

const NEWEST = 5

export async function listNewestUsers({ db }: Pick<Deps, 'db'>): Promise<NewestUser[]> {
  const rows = await findNewestUsers(db, NEWEST)
  return rows.map(({ id, avatar_key, created_at, ...attributes }) => ({
    id,
    type: 'user',
    attributes: {
      ...attributes,
      avatar: avatarOf(avatar_key),
      created_at: new Date(created_at).toISOString(),
    },
  }))
}

type DashboardDeps = Pick<
  Deps,
  'db' | 'databaseKind' | 'transact' | 'jobs' | 'config' | 'settings' | 'now' | 'log'
>

const readDisk = ({ config, log }: DashboardDeps) =>
  readDiskSpace(config.dataDir).catch(err => {
    log.warn({ err }, 'the free disk space could not be measured')
    return null
  })

/**
 * Reads everything on the dashboard, in a fixed number of statements.
 * @param locale of the notes of transactions
 */
export async function readDashboard(deps: DashboardDeps, locale: Locale): Promise<Dashboard> {
  const [totals, newest, online, queue, { values: settings }, disk, newerVersion] =
    await Promise.all([
      readStatistics(deps),
      listNewestUsers(deps),
      countOnlineUsers(deps),
      deps.jobs.summarize(),
      deps.settings.read(),
      readDisk(deps),
      findNewerVersion(deps.config.versionFile, VERSION),
    ])
  const [billing, transactions] =
    settings.subscription_type === 'none' && !(await existsBilling(deps.db))
      ? [null, null]
      : await Promise.all([readBilling(deps, settings), listNewestTransactions(deps, NEWEST)])
  const traffic = (column: 'upload_bytes' | 'download_bytes') => ({
    total_bytes: totals.traffic.reduce((sum, day) => sum + day[column], 0),
    records: totals.traffic.map(({ day, [column]: amount_bytes }) => ({
      created_at: `${day}T00:00:00.000Z`,
      amount_bytes,
    })),
  })
  const address = deps.config.appUrl ?? settings.known_address
  const attention = findAttention({
    queue,
    retriedEmails: countRetriedEmails(queue),
    freeShare: disk && freeShareOf(disk),
    sendsMail: sendsEmail(settings),
    hasAddress: deps.config.appUrl !== undefined,
    isEncrypted: address === null || isSecureUrl(address),
    newerVersion,
    billing,
    now: deps.now(),
  })
  return {
    attention,
    users: {
      total: totals.users,
      recent: totals.recentDays.reduce((sum, count) => sum + count, 0),
      recent_days: totals.recentDays,
      online,
      newest,
    },
    disk: {
      used_bytes: totals.usedBytes,
      free_bytes: disk?.freeBytes ?? null,
      capacity_bytes: disk?.totalBytes ?? null,
      upload: traffic('upload_bytes'),
      download: traffic('download_bytes'),
    },
    billing: billing?.figures ?? null,
    newest_transactions: transactions?.map(row => presentTransaction(row, locale)) ?? null,
    app: { version: VERSION, latest_version: newerVersion ?? VERSION },
    computed_at: new Date(totals.computedAt).toISOString(),
  }
}
