import { pagesOf } from '../../db/pages.ts'
import type { Deps } from '../../deps.ts'
import { pagesFromMark, type RunLimits } from '../../jobs/marks.ts'
import { COUNTED_OWNERS, countUsage, miscountsOf } from './quotas.repository.ts'

/** Compares the stored usage of owners with their items, and logs what differs. */
export async function checkQuotas(
  deps: Pick<Deps, 'db' | 'transact' | 'log'>,
  { limit, runMs }: RunLimits = { limit: COUNTED_OWNERS },
): Promise<void> {
  const pagesAfter = (id: string) => pagesOf(page => countUsage(deps.db, page), limit, id)
  for await (const miscounts of miscountsOf(pagesFromMark(deps, 'check-quotas', pagesAfter, runMs)))
    if (miscounts.length > 0)
      deps.log.error({ miscounts }, 'recorded usage differs from the actual usage')
}
