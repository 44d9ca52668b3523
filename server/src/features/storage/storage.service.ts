import { LARGEST_FILES } from '@coffer/contract/largest-files'
import { TRAFFIC_DAYS } from '@coffer/contract/storage'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { trafficOfDays } from '../traffic/index.ts'
import { findLargest, findStorage } from './storage.repository.ts'

/** Returns storage by category and traffic of the last `TRAFFIC_DAYS` days. */
export async function measureStorage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId }: Pick<UserActor, 'userId'>,
) {
  const [rows, days] = await Promise.all([
    findStorage(db, userId),
    trafficOfDays({ db, now }, userId, TRAFFIC_DAYS),
  ])
  return { rows, days }
}

/** Returns the user's largest files, including the trash. */
export const listLargest = ({ db }: Pick<Deps, 'db'>, { userId }: UserActor) =>
  findLargest(db, userId, LARGEST_FILES)
