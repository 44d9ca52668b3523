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
  onAgreed?: () => void,
) => Promise<void>

// Loaded when needed, because users who only browse don't transfer items.
const loadTransfers = () => import('./transfers.ts')
const loadBulkTransfers = () => import('./bulk-transfers.ts')

/** Moves items or a bulk selection to a folder. */
export const movePicked: Transfer = async (cache, { items, whole: selection }, target, onAgreed) =>
  selection
    ? (await loadBulkTransfers()).moveAllTo(cache, selection, target, onAgreed)
    : (await loadTransfers()).moveTo(cache, items, target, onAgreed)

/** Copies items or a bulk selection to a folder. */
export const copyPicked: Transfer = async (cache, { items, whole: selection }, target, onAgreed) =>
  selection
    ? (await loadBulkTransfers()).copyAllTo(cache, selection, target, onAgreed)
    : (await loadTransfers()).copyTo(cache, items, target, onAgreed)

/** Duplicates items in their own folders. */
export const duplicateItems = async (cache: ItemCache, items: readonly Item[]): Promise<void> =>
  (await import('./duplicating.ts')).duplicate(cache, items)
