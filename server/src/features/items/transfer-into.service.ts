import type { OnConflict } from '@coffer/contract/items'
import type { Db } from '../../db/open.ts'
import type { AccessibleItem } from './items.access.ts'
import * as items from './items.repository.ts'
import { canReplace, independentBatches } from './items.rules.ts'
import type { TransferStrategy } from './transfer-strategies.service.ts'

/** What can't take another item's place, because it is of another kind, stands beside it. */
export async function transferInto<P>(
  tx: Db,
  found: readonly AccessibleItem[],
  folderId: string,
  onConflict: OnConflict,
  way: Pick<TransferStrategy<P>, 'place' | 'replace'>,
): Promise<{ placed: readonly P[]; replaced: number }> {
  const rowsOf = (some: readonly AccessibleItem[]) => some.map(({ item }) => item)
  if (onConflict !== 'replace' || found.length === 0)
    return {
      placed: await way.place(rowsOf(found), onConflict === 'skip' ? 'skip' : 'rename'),
      replaced: 0,
    }
  const namesakesOf = (some: readonly AccessibleItem[]) =>
    items.findNamed(
      tx,
      folderId,
      some.map(({ item }) => item.name_key),
    )
  const placed: P[] = []
  let replaced = 0
  for (const round of independentBatches(found, await namesakesOf(found))) {
    const byKey = new Map((await namesakesOf(round)).map(row => [row.name_key, row]))
    const over = round.flatMap(({ item, ancestors }) => {
      const target = byKey.get(item.name_key)
      return target && canReplace(ancestors, target) ? [{ item, target }] : []
    })
    const pairs = over.map(({ item, target }) => ({ sourceId: item.id, targetId: target.id }))
    const replacing = new Set(over.map(({ item }) => item))
    await way.replace([...replacing], pairs)
    const others = rowsOf(round).filter(item => !replacing.has(item))
    placed.push(...(await way.place(others, 'rename')))
    replaced += pairs.length
  }
  return { placed, replaced }
}
