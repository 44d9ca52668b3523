import { Direction, SORT_FIELDS, type SortField } from '@coffer/contract/browse'
import { localSetting } from '../../lib/local-setting.ts'
import { useStore } from '../../lib/store.ts'
import type { Order } from './browse.api.ts'

type Kept = `${SortField} ${Order['direction']}`

/** Spec §3: sorted by created_at, descending, until something else is chosen. */
const kept = localSetting<Kept>('order', [
  'created_at DESC',
  ...SORT_FIELDS.flatMap<Kept>(field => [`${field} ASC`, `${field} DESC`]),
])

/** How lists are sorted, remembered in this browser. */
export function useOrder(): [Order, (sort: SortField) => void] {
  const order = parse(useStore(kept))
  return [order, sort => kept.set(nextOrder(order, sort))]
}

/** The same field turns round; another one starts in the direction that people expect of it. */
function nextOrder(order: Order, sort: SortField): Kept {
  if (order.sort === sort) return `${sort} ${order.direction === 'ASC' ? 'DESC' : 'ASC'}`
  return `${sort} ${sort === 'name' ? 'ASC' : 'DESC'}`
}

function parse(value: Kept): Order {
  const [sort, direction] = value.split(' ')
  return {
    sort: SORT_FIELDS.find(field => field === sort) ?? 'created_at',
    direction: Direction.parse(direction),
  }
}
