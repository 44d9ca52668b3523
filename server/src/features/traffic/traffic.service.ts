import type { Deps } from '../../deps.ts'
import { type DayTraffic, findTraffic } from './traffic.repository.ts'
import { lastDays } from './traffic.rules.ts'

/** Returns the traffic of each of the last days; days without traffic have zero bytes. */
export async function trafficOfDays(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  count: number,
): Promise<DayTraffic[]> {
  const days = lastDays(now(), count)
  const rows = await findTraffic(db, userId, days[0] ?? '')
  const byDay = new Map(rows.map(row => [row.day, row]))
  return days.map(day => byDay.get(day) ?? { day, upload_bytes: 0, download_bytes: 0 })
}
