import { SORT_FIELDS, type SortField } from '@coffer/contract/browse'
import { ListDirection } from '@coffer/contract/resource'
import { TRASH_SORT_FIELDS, type TrashSortField } from '@coffer/contract/trash'
import { localSetting } from '../../lib/local-setting.ts'
import { useStore } from '../../lib/store.ts'
import type { SortOrder, TrashOrder } from './browse.api.ts'

type StoredOrder<S extends string> = `${S} ${SortOrder['direction']}`

const storedOrder = <const S extends string>(name: string, defaultField: S, fields: readonly S[]) =>
  localSetting<StoredOrder<S>>(name, [
    `${defaultField} DESC`,
    ...fields.flatMap<StoredOrder<S>>(field => [`${field} ASC`, `${field} DESC`]),
  ])

/** HTTP-7: the default is created_at, descending. */
const listOrder = storedOrder<SortField>('order', 'created_at', SORT_FIELDS)
/** Users usually look for the item they just removed. */
const trashOrder = storedOrder<TrashSortField>('trash-order', 'deleted_at', TRASH_SORT_FIELDS)

/** The sort order of lists, stored in this browser. */
export function useOrder(): [SortOrder, (sort: SortField) => void] {
  const order = parse(useStore(listOrder), SORT_FIELDS, 'created_at')
  return [order, sort => listOrder.set(nextOrder(order, sort))]
}

/** The sort order of the trash, stored in this browser. */
export function useTrashOrder(): [TrashOrder, (sort: TrashSortField) => void] {
  const order = parse(useStore(trashOrder), TRASH_SORT_FIELDS, 'deleted_at')
  return [order, sort => trashOrder.set(nextOrder(order, sort))]
}

/** Choosing the same field reverses the order; another field starts in its usual direction. */
function nextOrder<S extends string>(
  order: { sort: S; direction: SortOrder['direction'] },
  sort: S,
): StoredOrder<S> {
  if (order.sort === sort) return `${sort} ${order.direction === 'ASC' ? 'DESC' : 'ASC'}`
  return `${sort} ${sort === 'name' ? 'ASC' : 'DESC'}`
}

function parse<S extends string>(value: StoredOrder<S>, fields: readonly S[], defaultField: S) {
  const [sort, direction] = value.split(' ')
  return {
    sort: fields.find(field => field === sort) ?? defaultField,
    direction: ListDirection.parse(direction),
  }
}
