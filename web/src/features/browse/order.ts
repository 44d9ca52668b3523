import { Direction, SORT_FIELDS, type SortField } from '@coffer/contract/browse'
import { TRASH_SORT_FIELDS, type TrashSortField } from '@coffer/contract/trash'
import { localSetting } from '../../lib/local-setting.ts'
import { useStore } from '../../lib/store.ts'
import type { SortOrder, TrashOrder } from './browse.api.ts'

type KeptOrder<S extends string> = `${S} ${SortOrder['direction']}`

const keptOrder = <const S extends string>(name: string, first: S, fields: readonly S[]) =>
  localSetting<KeptOrder<S>>(name, [
    `${first} DESC`,
    ...fields.flatMap<KeptOrder<S>>(field => [`${field} ASC`, `${field} DESC`]),
  ])

/** Spec §3: sorted by created_at, descending, until something else is chosen. */
const kept = keptOrder<SortField>('order', 'created_at', SORT_FIELDS)
/** What was just removed is what is looked for. */
const keptInTrash = keptOrder<TrashSortField>('trash-order', 'deleted_at', TRASH_SORT_FIELDS)

/** How lists are sorted, remembered in this browser. */
export function useOrder(): [SortOrder, (sort: SortField) => void] {
  const order = parse(useStore(kept), SORT_FIELDS, 'created_at')
  return [order, sort => kept.set(nextOrder(order, sort))]
}

export function useTrashOrder(): [TrashOrder, (sort: TrashSortField) => void] {
  const order = parse(useStore(keptInTrash), TRASH_SORT_FIELDS, 'deleted_at')
  return [order, sort => keptInTrash.set(nextOrder(order, sort))]
}

/** The same field turns round; another one starts in the direction that people expect of it. */
function nextOrder<S extends string>(
  order: { sort: S; direction: SortOrder['direction'] },
  sort: S,
): KeptOrder<S> {
  if (order.sort === sort) return `${sort} ${order.direction === 'ASC' ? 'DESC' : 'ASC'}`
  return `${sort} ${sort === 'name' ? 'ASC' : 'DESC'}`
}

function parse<S extends string>(value: KeptOrder<S>, fields: readonly S[], first: S) {
  const [sort, direction] = value.split(' ')
  return {
    sort: fields.find(field => field === sort) ?? first,
    direction: Direction.parse(direction),
  }
}
