import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'

/** Cancels unfinished guest uploads of shares and upload requests that have ended. */
export const endUploadsJob = {
  name: 'guest-uploads.cancel',
  payload: z.object({ linkIds: z.array(z.string()) }),
  attempts: 6,
}

/**
 * Queues the cancellation in the transaction that ends the links, so that reservations are released
 * soon.
 */
export async function endGuestUploads(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  linkIds: string[],
): Promise<void> {
  if (linkIds.length > 0) await jobs.add(tx, endUploadsJob, { linkIds })
}
