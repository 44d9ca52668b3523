import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'

/** Drops what guests have under way by links and upload requests that have ended. */
export const endUploadsJob = {
  name: 'guest-uploads.cancel',
  payload: z.object({ linkIds: z.array(z.string()) }),
  attempts: 6,
}

/** In the transaction that ends the links: their guests' uploads hold no room for long. */
export async function endGuestUploads(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  linkIds: string[],
): Promise<void> {
  if (linkIds.length > 0) await jobs.add(tx, endUploadsJob, { linkIds })
}
