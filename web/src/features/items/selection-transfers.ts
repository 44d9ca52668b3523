import type { Item } from '@coffer/contract/items'
import type { ItemCache } from '../../lib/item-changes.ts'
import type { ItemsOrAll } from './bulk-actions.ts'

interface Target {
  id: string | null
  name: string
}
type Transfer = (
  cache: ItemCache,
  picked: ItemsOrAll,
  target: Target,
  onConfirmed?: () => void,
) => Promise<void>

// Loaded when needed, because users who only browse don't transfer items.
const loadTransfers = () => import('./transfers.ts')
const loadBulkTransfers = () => import('./bulk-transfers.ts')

/** Moves items or a bulk selection to a folder. */
export const moveSelection: Transfer = async (
  cache,
  { items, bulk: selection },
  target,
  onConfirmed,
) =>
  selection
    ? (await loadBulkTransfers()).moveAllTo(cache, selection, target, onConfirmed)
    : (await loadTransfers()).moveTo(cache, items, target, onConfirmed)

/** Copies items or a bulk selection to a folder. */
export const copySelection: Transfer = async (
  cache,
  { items, bulk: selection },
  target,
  onConfirmed,
) =>
  selection
    ? (await loadBulkTransfers()).copyAllTo(cache, selection, target, onConfirmed)
    : (await loadTransfers()).copyTo(cache, items, target, onConfirmed)

/** Duplicates items in their own folders. */
export const duplicateItems = async (cache: ItemCache, items: readonly Item[]): Promise<void> =>
  (await import('./duplicating.ts')).duplicate(cache, items)
