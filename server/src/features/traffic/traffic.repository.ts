import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import { dayOf } from './traffic.rules.ts'

export interface Traffic {
  upload_bytes?: number
  download_bytes?: number
}

const add = prepared(
  (db, p: { userId: string; day: string; uploaded: number; downloaded: number }) =>
    db
      .insertInto('traffic')
      .values({
        user_id: p.userId,
        day: p.day,
        upload_bytes: p.uploaded,
        download_bytes: p.downloaded,
      })
      .onConflict(oc =>
        oc.columns(['user_id', 'day']).doUpdateSet(eb => ({
          upload_bytes: eb('traffic.upload_bytes', '+', p.uploaded),
          download_bytes: eb('traffic.download_bytes', '+', p.downloaded),
        })),
      ),
)

/** Adds to the owner's traffic of the day, in UTC. */
export async function addTraffic(
  db: Db,
  userId: string,
  at: Date,
  { upload_bytes: uploaded = 0, download_bytes: downloaded = 0 }: Traffic,
): Promise<void> {
  await add(db, { userId, day: dayOf(at), uploaded, downloaded })
}

export type DayTraffic = Required<Traffic> & { day: string }

/** @param since first day, as `YYYY-MM-DD` */
export const findTraffic = (db: Db, userId: string, since: string): Promise<DayTraffic[]> =>
  db
    .selectFrom('traffic')
    .select(['day', 'upload_bytes', 'download_bytes'])
    .where('user_id', '=', userId)
    .where('day', '>=', since)
    .execute()
