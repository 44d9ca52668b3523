import { type PageQuery, rowsOf } from '@coffer/contract'
import { MAX_COUNTED } from '@coffer/contract/admin-list'
import type { FilterQuery, ListQuery } from '@coffer/contract/browse'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import {
  type AccessibleItem,
  findVisible,
  hasFilters,
  type ItemView,
  isEmptyScope,
  searchableTrees,
  type Trees,
} from '../items/index.ts'
import { windowsOf } from './browse.rules.ts'
import * as flat from './flat.repository.ts'

export interface FlatPage {
  folder: null
  ancestors: ItemView[]
  items: ItemView[]
  total: number
  /** Whether more items match than `total`; undefined where all are counted. */
  isCapped?: boolean | undefined
  page: PageQuery
}

async function pageOf(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  filter: flat.ListFilter,
  totals: flat.Totals,
  query: ListQuery,
): Promise<FlatPage> {
  const windows = windowsOf(query, totals.folder, totals.file)
  const items = await flat.listMatching(db, actor.userId, filter, query, windows, totals)
  const matches = totals.folder + totals.file
  const limit = filter.trees === null ? countLimit(query) : null
  return {
    folder: null,
    ancestors: [],
    items,
    total: Math.min(matches, limit ?? matches),
    isCapped: limit === null ? undefined : matches > limit,
    page: query,
  }
}

/** Counts beyond the page, so that a client that scrolls to the end of what it knows learns of more. */
const countLimit = (query: PageQuery): number => rowsOf(query).offset + MAX_COUNTED

/** The trees that a flat list covers; null stands for all, which only admins see. */
async function scopeOf(
  db: Db,
  actor: UserActor,
  ownerId: string | undefined,
): Promise<Trees | null> {
  if (actor.role !== 'admin') return searchableTrees(db, actor, ownerId)
  return ownerId === undefined ? null : { ownerId, teamIds: [] }
}

/** A page of a list across folders, with the folders above each item. */
export interface FlatPageWithPaths extends FlatPage {
  itemsWithPaths: AccessibleItem[]
}

const withPaths = async (
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  page: FlatPage,
): Promise<FlatPageWithPaths> => ({
  ...page,
  itemsWithPaths: await findVisible(
    db,
    actor,
    page.items.map(({ id }) => id),
  ),
})

/** Returns a page of all items that the actor may see and that match, with at most five queries. */
export async function filterItems(
  deps: Pick<Deps, 'db'>,
  actor: UserActor,
  query: FilterQuery,
): Promise<FlatPageWithPaths> {
  const trees = await scopeOf(deps.db, actor, query.user)
  // Answer with an empty list, so that callers learn nothing about other users.
  if (trees !== null && isEmptyScope(trees))
    return { folder: null, ancestors: [], items: [], total: 0, page: query, itemsWithPaths: [] }
  const filter = filterOf(trees, query)
  const totals = await countFlat(deps.db, filter, countLimit(query))
  const page = await pageOf(deps, actor, filter, totals, query)
  return withPaths(deps, actor, page)
}

/** @param limit the number of items of all owners up to which they are counted, and one more */
function countFlat(db: Db, filter: flat.ListFilter, limit: number): Promise<flat.Totals> {
  if (filter.trees === null) return flat.countUpTo(db, filter, limit + 1)
  return hasFilters(filter) ? flat.countMatching(db, filter) : flat.countAll(db, filter.trees)
}

const BATCH_SIZE = 500

/**
 * Yields all matching items, newest first, a few hundred at a time. Each batch takes three queries
 * and checks the actor's rights again.
 */
export async function* readItems(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  query: ItemFilter,
): AsyncGenerator<AccessibleItem[]> {
  let totals: flat.Totals | undefined
  for (const type of flat.typesOf({ kind: query.category }))
    for (let after: flat.ListPosition | undefined; ; ) {
      const trees = await scopeOf(db, actor, query.user)
      if (trees !== null && isEmptyScope(trees)) return
      const filter = filterOf(trees, query)
      totals ??= await countFlat(db, filter, MAX_COUNTED)
      const range = { type, after, limit: BATCH_SIZE }
      const positions = await flat.listAfter(db, filter, NEWEST, range, totals)
      yield findVisible(
        db,
        actor,
        positions.map(({ id }) => id),
      )
      if (positions.length < BATCH_SIZE) break
      after = positions.at(-1)
    }
}

/** Returns a page of all users' trash. Admins can list it, but have no abilities on its items. */
export async function filterTrash(
  deps: Pick<Deps, 'db'>,
  actor: UserActor,
  query: FilterQuery,
): Promise<FlatPage> {
  const trees = query.user === undefined ? null : { ownerId: query.user, teamIds: [] }
  const filter = { ...filterOf(trees, query), isTrashed: true }
  const totals = await countFlat(deps.db, filter, countLimit(query))
  return pageOf(deps, actor, filter, totals, query)
}

export type ItemFilter = Omit<FilterQuery, keyof ListQuery>

const filterOf = (trees: Trees | null, query: ItemFilter): flat.ListFilter => ({
  trees,
  kind: query.category,
  documentType: query.type,
  subcategory: query.subcategory,
  from: query.from,
  to: query.to,
  below: query.custom,
})

const NEWEST = { sort: 'created_at', direction: 'DESC' } as const

/** Returns the latest files; folders are not uploads. */
export async function browseLatest(
  deps: Pick<Deps, 'db'>,
  actor: UserActor,
  page: PageQuery,
): Promise<FlatPageWithPaths> {
  const trees = await searchableTrees(deps.db, actor)
  const { file } = await flat.countAll(deps.db, trees)
  const query = { ...NEWEST, ...page }
  return withPaths(deps, actor, await pageOf(deps, actor, { trees }, { folder: 0, file }, query))
}
