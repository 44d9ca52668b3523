import { TRAFFIC_DAYS } from '@coffer/contract/storage'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { quotas } from '../quotas/index.ts'
import { lastDays } from '../traffic/index.ts'
import {
  countUsers,
  countUsersByDay,
  type DayTotal,
  findDayTotals,
  findStatistic,
  sumTraffic,
  upsertDayTotals,
  upsertStatistic,
} from './statistics.repository.ts'

type StatisticsDeps = Pick<Deps, 'db' | 'databaseKind' | 'transact' | 'now'>

const NAME = 'dashboard'
const USER_DAYS = 30
/** Totals are computed again at the earliest after this multiple of the time that it took. */
const AGE_PER_DURATION = 500
const MIN_AGE_MS = 2_000

const Totals = z.object({
  users: z.number(),
  /** Users created on each of the last days, oldest first. */
  recentDays: z.array(z.number()),
  usedBytes: z.number(),
  durationMs: z.number(),
})
type Totals = z.infer<typeof Totals>

interface DatedTotals extends Totals {
  computedAt: number
}

interface Statistics extends DatedTotals {
  /** Traffic of all users on each of the last days, oldest first. */
  traffic: Omit<DayTotal, 'is_final'>[]
}

/**
 * Returns totals over all users and their traffic. The totals are stored, and computed again when they
 * are old relative to the time that computing them takes, so that a million users cost one short query
 * per page.
 */
export async function readStatistics(deps: StatisticsDeps): Promise<Statistics> {
  const totals = await readTotals(deps)
  return { ...totals, traffic: await readTraffic(deps) }
}

/** As `readStatistics`, without the traffic. */
export async function readTotals(deps: StatisticsDeps): Promise<DatedTotals> {
  const row = await findStatistic(deps.db, NAME)
  const stored = row && Totals.safeParse(JSON.parse(row.value)).data
  const computedAt = Number(row?.computed_at ?? 0)
  const maxAgeMs = Math.max(MIN_AGE_MS, (stored?.durationMs ?? 0) * AGE_PER_DURATION)
  const isFresh = deps.now().getTime() - computedAt < maxAgeMs
  return stored && isFresh ? { ...stored, computedAt } : computeTotals(deps)
}

async function computeTotals(deps: StatisticsDeps): Promise<DatedTotals> {
  const { db, databaseKind, transact, now } = deps
  const startedAt = performance.now()
  const computedAt = now().getTime()
  const days = lastDays(now(), USER_DAYS)
  const [users, byDay, usedBytes, openDays] = await Promise.all([
    countUsers(db),
    countUsersByDay(db, databaseKind, `${days[0]}T00:00:00.000Z`),
    quotas.sumUsedBytes(db),
    sumOpenDays(deps),
  ])
  const recentDays = days.map(day => byDay.get(day) ?? 0)
  const totals = { users, recentDays, usedBytes, durationMs: performance.now() - startedAt }
  await transact(async tx => {
    await upsertDayTotals(tx, openDays)
    await upsertStatistic(tx, NAME, JSON.stringify(totals), computedAt)
  })
  return { ...totals, computedAt }
}

/** Sums the days that are not final yet: usually today, and yesterday once after midnight. */
async function sumOpenDays({ db, now }: StatisticsDeps): Promise<DayTotal[]> {
  const days = lastDays(now(), TRAFFIC_DAYS)
  const stored = await findDayTotals(db, days[0] ?? '')
  const finalDays = new Set(stored.filter(total => total.is_final === 1).map(({ day }) => day))
  const open = days.filter(day => !finalDays.has(day))
  const summed = new Map((await sumTraffic(db, open[0] ?? '')).map(total => [total.day, total]))
  return open.map(day => ({
    ...(summed.get(day) ?? { day, upload_bytes: 0, download_bytes: 0 }),
    is_final: day === days.at(-1) ? 0 : 1,
  }))
}

async function readTraffic({ db, now }: StatisticsDeps): Promise<Statistics['traffic']> {
  const days = lastDays(now(), TRAFFIC_DAYS)
  const stored = new Map((await findDayTotals(db, days[0] ?? '')).map(total => [total.day, total]))
  return days.map(day => stored.get(day) ?? { day, upload_bytes: 0, download_bytes: 0 })
}
