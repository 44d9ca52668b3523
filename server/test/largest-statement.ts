import type { KyselyPlugin } from 'kysely'
import type { Deps } from '../src/deps.ts'

/** Returns the most rows that one statement reads or writes in the transactions of the work. */
export async function largestStatement(
  deps: Deps,
  work: (deps: Deps) => Promise<unknown>,
): Promise<number> {
  let largest = 0
  const measuring: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      largest = Math.max(largest, result.rows.length, Number(result.numAffectedRows ?? 0))
      return result
    },
  }
  const transact: Deps['transact'] = run =>
    deps.transact(tx => run(tx.withPlugin(measuring) as typeof tx))
  await work({ ...deps, transact })
  return largest
}
