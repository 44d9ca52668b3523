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

// What takes them along is loaded when it is needed: whoever only looks does without.
const single = () => import('./transfers.ts')
const wholes = () => import('./bulk-transfers.ts')

export const movePicked: Transfer = async (cache, { items, whole }, target, onAgreed) =>
  whole
    ? (await wholes()).moveAllTo(cache, whole, target, onAgreed)
    : (await single()).moveTo(cache, items, target, onAgreed)

export const copyPicked: Transfer = async (cache, { items, whole }, target, onAgreed) =>
  whole
    ? (await wholes()).copyAllTo(cache, whole, target, onAgreed)
    : (await single()).copyTo(cache, items, target, onAgreed)

export const duplicateItems = async (cache: ItemCache, items: readonly Item[]): Promise<void> =>
  (await import('./duplicating.ts')).duplicate(cache, items)
