import type { Deps } from '../../deps.ts'
import { type DayTraffic, findTraffic } from './traffic.repository.ts'
import { lastDays } from './traffic.rules.ts'

/** Each of the last days, also those on which nothing went. */
export async function trafficOfDays(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  count: number,
): Promise<DayTraffic[]> {
  const days = lastDays(now(), count)
  const rows = await findTraffic(db, userId, days[0] ?? '')
  const known = new Map(rows.map(row => [row.day, row]))
  return days.map(day => known.get(day) ?? { day, upload_bytes: 0, download_bytes: 0 })
}
