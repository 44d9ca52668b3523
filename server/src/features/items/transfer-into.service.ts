import type { OnConflict } from '@coffer/contract/items'
import type { Db } from '../../db/open.ts'
import type { AccessibleItem } from './items.access.ts'
import * as items from './items.repository.ts'
import { canReplace, independentBatches } from './items.rules.ts'
import type { TransferStrategy } from './transfer-strategies.service.ts'

/** Transfers items into a folder. Items that cannot replace their namesake get a free name. */
export async function transferInto<P>(
  tx: Db,
  sources: readonly AccessibleItem[],
  folderId: string,
  onConflict: OnConflict,
  strategy: Pick<TransferStrategy<P>, 'place' | 'replace'>,
): Promise<{ placed: readonly P[]; replaced: number }> {
  const rowsOf = (entries: readonly AccessibleItem[]) => entries.map(({ item }) => item)
  if (onConflict !== 'replace' || sources.length === 0)
    return {
      placed: await strategy.place(rowsOf(sources), onConflict === 'skip' ? 'skip' : 'rename'),
      replaced: 0,
    }
  const namesakesOf = (entries: readonly AccessibleItem[]) =>
    items.findNamed(
      tx,
      folderId,
      entries.map(({ item }) => item.name_key),
    )
  const placed: P[] = []
  let replaced = 0
  for (const batch of independentBatches(sources, await namesakesOf(sources))) {
    const byKey = new Map((await namesakesOf(batch)).map(row => [row.name_key, row]))
    const replacements = batch.flatMap(({ item, ancestors }) => {
      const target = byKey.get(item.name_key)
      return target && canReplace(ancestors, target) ? [{ item, target }] : []
    })
    const pairs = replacements.map(({ item, target }) => ({
      sourceId: item.id,
      targetId: target.id,
    }))
    const replacedItems = new Set(replacements.map(({ item }) => item))
    await strategy.replace([...replacedItems], pairs)
    const rest = rowsOf(batch).filter(item => !replacedItems.has(item))
    placed.push(...(await strategy.place(rest, 'rename')))
    replaced += pairs.length
  }
  return { placed, replaced }
}
