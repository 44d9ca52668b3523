import { toDecimal } from '@coffer/contract/money'
import type { Deps } from '../deps.ts'
import { recompute } from '../features/settlement/index.ts'
import { CommandError } from './command-error.ts'

/** @throws CommandError with the differences */
export async function recomputeBills(deps: Deps): Promise<string> {
  const { periods, differences } = await recompute(deps)
  if (differences.length === 0) return `${periods} settled periods: no difference.`
  const lines = differences.map(
    ({ period, invoice, currency, billed, recomputed }) =>
      `${invoice ?? period}: billed ${toDecimal({ amount: billed, currency })}, recomputed ${toDecimal({ amount: recomputed, currency })} ${currency}`,
  )
  throw new CommandError(
    [`${differences.length} of ${periods} periods differ.`, ...lines].join('\n'),
  )
}
