import type { ItemCache } from '../../lib/item-changes.ts'
import { copyTo, moveTo } from './transfers.ts'
import type { Picked } from './whole-actions.ts'

interface Target {
  id: string | null
  name: string
}
type Transfer = (
  cache: ItemCache,
  picked: Picked,
  target: Target,
  onAgreed?: () => void,
) => Promise<void>

/** Sets are rare, so what takes them along is loaded when it is needed. */
const wholes = () => import('./whole-transfers.ts')

export const movePicked: Transfer = async (cache, { items, whole }, target, onAgreed) =>
  whole
    ? (await wholes()).moveWholeTo(cache, whole, target, onAgreed)
    : moveTo(cache, items, target, onAgreed)

export const copyPicked: Transfer = async (cache, { items, whole }, target, onAgreed) =>
  whole
    ? (await wholes()).copyWholeTo(cache, whole, target, onAgreed)
    : copyTo(cache, items, target, onAgreed)
