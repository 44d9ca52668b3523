import type { Deps } from '../../deps.ts'
import { readSettings } from '../settings/index.ts'
import {
  findFirstHour,
  findLastDay,
  findLastHour,
  meterLevels,
  sealBandwidth,
} from './usage.repository.ts'
import { dayOfHour, daysOf, hourOf } from './usage.rules.ts'

/** Transfers of a day may be recorded until this many hours after its end. */
export const GRACE_HOURS = 6

/** Hours that are metered again while recorded ones lie ahead, in case runs of the job were missed. */
const REPEATED_HOURS = 24

/**
 * Records the usage of the hours that ended since the last run, for all users with a metered
 * subscription. Safe to run at any time, repeatedly and in several processes.
 */
export async function meterUsage({ db, now, transact }: Pick<Deps, 'db' | 'now' | 'transact'>) {
  if ((await readSettings(db)).subscription_type !== 'metered') return
  const lastHour = hourOf(now().getTime()) - 1
  const metered = await findLastHour(db)
  const next = metered === undefined ? await findFirstHour(db) : metered + 1
  if (next === undefined) return
  // The last hour lies ahead when the clock came back. Recorded hours are not counted again, but newer
  // subscriptions have none.
  const firstHour = next > lastHour + 1 ? lastHour + 1 - REPEATED_HOURS : next
  for (const day of daysOf(firstHour, lastHour)) {
    await transact(async tx => {
      await meterLevels(tx, 'storage', day)
      await meterLevels(tx, 'member', day)
    })
  }
  const sealed = await findLastDay(db, 'bandwidth')
  const from = sealed ?? dayOfHour((await findFirstHour(db)) ?? firstHour)
  const before = dayOfHour(lastHour + 1 - GRACE_HOURS)
  await transact(tx => sealBandwidth(tx, { from, before }))
}
