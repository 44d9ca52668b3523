import type { PageQuery } from '@coffer/contract'
import type { FilterQuery, ListQuery } from '@coffer/contract/browse'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import {
  type AccessibleItem,
  findVisible,
  type ItemView,
  isEmptyScope,
  searchableTrees,
  type Trees,
} from '../items/index.ts'
import { windowsOf } from './browse.rules.ts'
import * as flat from './flat.repository.ts'
import { hasFilters } from './flat.rules.ts'

export interface FlatPage {
  folder: null
  ancestors: ItemView[]
  items: ItemView[]
  total: number
  page: PageQuery
}

async function pageOf(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  narrowing: flat.ListFilter,
  totals: flat.Totals,
  query: ListQuery,
): Promise<FlatPage> {
  const windows = windowsOf(query, totals.folder, totals.file)
  const items = await flat.listMatching(db, actor.userId, narrowing, query, windows, totals)
  return { folder: null, ancestors: [], items, total: totals.folder + totals.file, page: query }
}

/** Where a flat list looks: for an admin everywhere, which is null. */
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
  found: AccessibleItem[]
}

const withPaths = async (
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  page: FlatPage,
): Promise<FlatPageWithPaths> => ({
  ...page,
  found: await findVisible(
    db,
    actor,
    page.items.map(({ id }) => id),
  ),
})

/** Everything the actor may see, narrowed; at most five queries. */
export async function filterItems(
  deps: Pick<Deps, 'db'>,
  actor: UserActor,
  query: FilterQuery,
): Promise<FlatPageWithPaths> {
  const trees = await scopeOf(deps.db, actor, query.user)
  // An empty list tells nothing about somebody else.
  if (trees !== null && isEmptyScope(trees))
    return { folder: null, ancestors: [], items: [], total: 0, page: query, found: [] }
  const narrowing = narrowingOf(trees, query)
  const page = await pageOf(deps, actor, narrowing, await countFlat(deps.db, narrowing), query)
  return withPaths(deps, actor, page)
}

const countFlat = (db: Db, narrowing: flat.ListFilter): Promise<flat.Totals> =>
  hasFilters(narrowing) ? flat.countMatching(db, narrowing) : flat.countAll(db, narrowing.trees)

const READ_AT_ONCE = 500

/**
 * The same from its beginning to its end, newest first: some hundred at once, in three queries, each
 * with what the actor may see by then.
 */
export async function* readItems(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  query: Narrowed,
): AsyncGenerator<AccessibleItem[]> {
  let totals: flat.Totals | undefined
  for (const type of flat.typesOf({ kind: query.category }))
    for (let after: flat.ListPosition | undefined; ; ) {
      const trees = await scopeOf(db, actor, query.user)
      if (trees !== null && isEmptyScope(trees)) return
      const narrowing = narrowingOf(trees, query)
      totals ??= await countFlat(db, narrowing)
      const stretch = { type, after, limit: READ_AT_ONCE }
      const places = await flat.listAfter(db, narrowing, NEWEST, stretch, totals)
      yield findVisible(
        db,
        actor,
        places.map(({ id }) => id),
      )
      if (places.length < READ_AT_ONCE) break
      after = places.at(-1)
    }
}

/** What lies in everybody's trash, narrowed. An admin sees it, and can do nothing to it. */
export async function filterTrash(
  deps: Pick<Deps, 'db'>,
  actor: UserActor,
  query: FilterQuery,
): Promise<FlatPage> {
  const trees = query.user === undefined ? null : { ownerId: query.user, teamIds: [] }
  const narrowing = { ...narrowingOf(trees, query), isTrashed: true }
  return pageOf(deps, actor, narrowing, await flat.countMatching(deps.db, narrowing), query)
}

export type Narrowed = Omit<FilterQuery, keyof ListQuery>

const narrowingOf = (trees: Trees | null, query: Narrowed): flat.ListFilter => ({
  trees,
  kind: query.category,
  documentType: query.type,
  subcategory: query.subcategory,
  from: query.from,
  to: query.to,
  below: query.custom,
})

const NEWEST = { sort: 'created_at', direction: 'DESC' } as const

/** Files alone: a folder is made, not uploaded. */
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
