import type { KyselyPlugin } from 'kysely'
import type { Deps } from '../src/deps.ts'

/**
 * Returns the most rows that one statement changes in the transactions of the work. Statements with
 * a `returning` clause count only if they are no mere reads, which also return rows.
 */
export async function largestWrite(
  deps: Deps,
  work: (deps: Deps) => Promise<unknown>,
): Promise<number> {
  const writes = new WeakSet<object>()
  let largest = 0
  const measuring: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const text = node.kind === 'RawNode' ? node.sqlFragments.join(' ') : node.kind
      if (/\b(insert into|update|delete from)\b|(Insert|Update|Delete)QueryNode/.test(text))
        writes.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      const changed = Math.max(result.rows.length, Number(result.numAffectedRows ?? 0))
      if (writes.has(queryId)) largest = Math.max(largest, changed)
      return result
    },
  }
  const transact: Deps['transact'] = run =>
    deps.transact(tx => run(tx.withPlugin(measuring) as typeof tx))
  await work({ ...deps, transact })
  return largest
}
