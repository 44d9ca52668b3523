import type { Db } from '../src/db/open.ts'
import { pagesOf } from '../src/db/pages.ts'
import { quotas } from '../src/features/quotas/index.ts'

/** Returns the miscounts of all owners. */
export async function findMiscounts(db: Db): Promise<quotas.Miscount[]> {
  const pages = pagesOf(page => quotas.countUsage(db, page), quotas.COUNTED_OWNERS)
  const all: quotas.Miscount[] = []
  for await (const miscounts of quotas.miscountsOf(pages)) all.push(...miscounts)
  return all
}
