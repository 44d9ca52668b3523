import { MAX_COUNTED, type SortDirection } from '@coffer/contract/admin-list'
import { NO_PLAN, type UserSort } from '@coffer/contract/admin-users'
import type { PageQuery } from '@coffer/contract/resource'
import { type SqlBool, sql } from 'kysely'
import { countCapped, type Rows, readPageKeys, type Total } from '../../db/deep-page.ts'
import { type Db, hasRowLocks } from '../../db/open.ts'
import type { DirectoryFilter, TimeRange } from './directory-filter.ts'

/** The columns of the index of each order. */
const ORDERS: Record<UserSort, readonly string[]> = {
  name: ['name_key', 'user_id'],
  email: ['email_key', 'user_id'],
  role: ['role', 'name_key', 'user_id'],
  state: ['state', 'name_key', 'user_id'],
  two_factor: ['two_factor', 'name_key', 'user_id'],
  storage: ['storage_rank', 'user_id'],
  last_seen: ['last_seen_at', 'user_id'],
  created_at: ['created_at', 'user_id'],
}

export interface UserOrder {
  sort: UserSort
  direction: SortDirection
}

/** Number of users by facet. */
async function countByFacet(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('user_counts')
    .select(eb => ['facet', eb.fn.sum<number>('change').as('count')])
    .groupBy('facet')
    .execute()
  return new Map(rows.map(row => [row.facet, Number(row.count)]))
}

/** Adds up the changes of the counts, so that reading them stays quick. */
export async function foldCounts(db: Db): Promise<void> {
  const changes = await db.deleteFrom('user_counts').returningAll().execute()
  const counts = new Map<number, number>()
  for (const { facet, change } of changes) counts.set(facet, (counts.get(facet) ?? 0) + change)
  const rows = [...counts].map(([facet, change]) => ({ facet, change }))
  if (rows.length > 0) await db.insertInto('user_counts').values(rows).execute()
}

/** More matches of a word than this are not collected: most users have few words in common. */
const MAX_TOKEN_ROWS = 4 * MAX_COUNTED

const HIGHEST = '\u{10FFFF}'
const startsWith = (token: string) => sql<SqlBool>`token >= ${token} and token < ${token + HIGHEST}`

/** Hides a column from the choice of an index; PostgreSQL decides by its statistics. */
const unindexed = (db: Db, column: string) =>
  hasRowLocks(db) ? sql`d.${sql.ref(column)}` : sql`+d.${sql.ref(column)}`

const column = (name: string) => sql`d.${sql.ref(name)}`

function within(value: ReturnType<typeof sql>, { from, to }: TimeRange) {
  const lower = from === undefined ? sql`true` : sql`${value} >= ${from}`
  const upper = to === undefined ? sql`true` : sql`${value} <= ${to}`
  return sql<SqlBool>`${lower} and ${upper}`
}

/** Looks each user up, also on PostgreSQL, which would otherwise join all rows of the word. */
const hasToken = (db: Db, token: string) => sql<SqlBool>`exists (
  select 1 from user_directory_tokens
  where user_directory_tokens.user_id = d.user_id and ${startsWith(token)}
  ${hasRowLocks(db) ? sql`offset 0` : sql``})`

type Driver = 'tokens' | 'all tokens' | 'plan' | 'seen' | 'created' | 'facets' | 'order'

/**
 * The filter whose index is read.
 * @param ofFacets number of users with the wanted facets, if known
 */
const driverOf = (
  { tokens, plan, seen, created, facets }: DirectoryFilter,
  ofFacets = Number.POSITIVE_INFINITY,
): Driver => {
  if (facets && ofFacets <= MAX_COUNTED) return 'facets'
  if (tokens) return 'tokens'
  if (plan && plan !== NO_PLAN) return 'plan'
  if (seen) return 'seen'
  if (created) return 'created'
  return facets ? 'facets' : 'order'
}

/** The index of these orders also finds the range of a filter on their column. */
const driverAlong = (sort: UserSort): Driver =>
  sort === 'last_seen' ? 'seen' : sort === 'created_at' ? 'created' : 'order'

/** Looking each match up is quicker for shorter words, because they match many users. */
const MIN_SET_LENGTH = 3

const usersWith = (token: string) =>
  sql`select user_id from user_directory_tokens where ${startsWith(token)}`

/** Keeps users with all tokens; longer ones are found by their index if they drive the query. */
function withTokens(db: Db, rows: Rows, tokens: readonly string[], driver: Driver): Rows {
  const drives = driver === 'tokens' || driver === 'all tokens'
  const isSet = (token: string, index: number) =>
    drives && (index === 0 || token.length >= MIN_SET_LENGTH)
  const subqueries = tokens.filter(isSet).map(usersWith)
  // A page of a single word never needs more than the counted matches.
  const isLimited = driver === 'tokens' && tokens.length === 1
  const userIds = isLimited
    ? sql`select user_id from (${subqueries[0]} limit ${sql.lit(MAX_TOKEN_ROWS + 1)}) as found`
    : sql.join(subqueries, sql` intersect `)
  const all = drives ? rows.where(sql<SqlBool>`d.user_id in (${userIds})`) : rows
  return tokens
    .filter((token, index) => !isSet(token, index))
    .reduce((matching, token) => matching.where(hasToken(db, token)), all)
}

/** The statuses as in the partial index, which SQLite does not use for parameters. */
const RUNNING = sql`status in ('active', 'cancelled')`

/**
 * Keeps users on a plan, or those without any. The latter are an anti-join: SQLite looks each user up
 * in the partial index, which is quicker than collecting all subscribers for each page.
 */
function onPlan(db: Db, plan: string, driver: Driver) {
  const ofUser = sql`select 1 from subscriptions
    where subscriptions.user_id = d.user_id and ${RUNNING}`
  if (plan === NO_PLAN) return sql<SqlBool>`not exists (${ofUser})`
  if (driver === 'plan')
    return sql<SqlBool>`d.user_id in (
      select user_id from subscriptions where plan_id = ${plan} and ${RUNNING})`
  return sql<SqlBool>`exists (${ofUser} and subscriptions.plan_id = ${plan}
    ${hasRowLocks(db) ? sql`offset 0` : sql``})`
}

/** Users that match the filter, found by the index of one of its parts. */
function matching(db: Db, filter: DirectoryFilter, driver: Driver): Rows {
  const { facets, tokens, plan, seen, created, ids } = filter
  let rows = db.selectFrom('user_directory as d') as Rows
  const columnFor = (part: Driver, name: string) =>
    part === driver ? column(name) : unindexed(db, name)
  if (ids) rows = rows.where('d.user_id', 'in', ids)
  if (facets)
    rows = rows.where(
      sql<SqlBool>`${columnFor('facets', 'facet')} in (${sql.join(facets.map(f => sql.lit(f)))})`,
    )
  if (plan) rows = rows.where(onPlan(db, plan, driver))
  if (seen) rows = rows.where(within(columnFor('seen', 'last_seen_at'), seen))
  if (created) rows = rows.where(within(columnFor('created', 'created_at'), created))
  return tokens ? withTokens(db, rows, tokens, driver) : rows
}

export interface Matches {
  all: number
  total: Total
  /** The filter whose index finds the matches. */
  driver: Driver
}

/** Counts the users that match: exactly where counts are stored, else up to a limit. */
export async function countMatches(db: Db, filter: DirectoryFilter): Promise<Matches> {
  const counts = await countByFacet(db)
  const sum = (facets: Iterable<number>) =>
    [...facets].reduce((total, facet) => total + (counts.get(facet) ?? 0), 0)
  const all = sum(counts.keys())
  const ofFacets = filter.facets ? sum(filter.facets) : all
  const driver = driverOf(filter, ofFacets)
  if (filter.tokens || filter.plan || filter.seen || filter.created || filter.ids)
    return { all, driver, total: await countCapped(db, matching(db, filter, driver)) }
  return { all, driver, total: { rows: ofFacets, isCapped: false } }
}

/** Counts all users that match, however many there are. */
export async function countExactly(db: Db, filter: DirectoryFilter): Promise<Total> {
  const { rows } = await db
    .selectFrom(matchingIds(db, filter).as('matching'))
    .select(eb => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return { rows: Number(rows), isCapped: false }
}

/** Whether so few users match that sorting them is quicker than reading along an order. */
const isFew = ({ rows, isCapped }: Total): boolean => !isCapped && rows <= MAX_COUNTED

/** Few matching users, collected by the index of the filter. */
const collected = (db: Db, filter: DirectoryFilter, driver: Driver): Rows =>
  db
    .with(
      cte => cte('d').materialized(),
      () =>
        matching(db, filter, driver).select([
          'd.user_id',
          'd.name_key',
          'd.email_key',
          'd.role',
          'd.state',
          'd.two_factor',
          'd.storage_rank',
          'd.last_seen_at',
          'd.created_at',
        ]),
    )
    .selectFrom('d') as unknown as Rows

/** Up to this many rows of a word, sorting all matches is quicker than reading along an order. */
const MAX_SORTED_TOKEN_ROWS = 100_000

async function isSortable(db: Db, token: string): Promise<boolean> {
  const { count } = await db
    .selectFrom(sql`(${usersWith(token)} limit ${sql.lit(MAX_SORTED_TOKEN_ROWS + 1)})`.as('some'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count) <= MAX_SORTED_TOKEN_ROWS
}

/** Reads the ids of a page. */
export async function readUserIds(
  db: Db,
  filter: DirectoryFilter,
  { sort, direction }: UserOrder,
  page: PageQuery,
  { total, driver }: Matches,
): Promise<string[]> {
  const columns = ORDERS[sort].map(name => `d.${name}`)
  const read = (rows: Rows) => readPageKeys(rows, 'd.user_id', { columns, direction }, page, total)
  const [token] = filter.tokens ?? []
  if (driver === 'tokens' && total.isCapped && token && (await isSortable(db, token)))
    return read(collected(db, filter, 'all tokens'))
  const isFiltered = driver !== 'order' || filter.ids !== undefined || filter.plan !== null
  const rows =
    isFiltered && isFew(total)
      ? collected(db, filter, driver)
      : matching(db, filter, driverAlong(sort))
  return read(rows)
}

/** Adds up the storage of the matching users; null when very many match. */
export async function sumStorage(
  db: Db,
  filter: DirectoryFilter,
  { total, driver }: Matches,
): Promise<number | null> {
  if (!isFew(total)) return null
  // Looks each user up: PostgreSQL would read all quotas for a join.
  const usedBytes = sql<number>`(select used_bytes from user_quotas where user_quotas.user_id = d.user_id)`
  const { bytes } = await matching(db, filter, driver)
    .select(sql<number>`coalesce(sum(${usedBytes}), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Position of a user in an order. */
export type UserPosition = readonly (string | number)[]

/** Reads the ids that follow a position, for callers that read the list to its end. */
export async function readIdsAfter(
  db: Db,
  filter: DirectoryFilter,
  { sort, direction }: UserOrder,
  after: UserPosition | null,
  limit: number,
): Promise<{ id: string; position: UserPosition }[]> {
  const columns = ORDERS[sort]
  const refs = columns.map(name => sql`d.${sql.ref(name)}`)
  let rows = matching(db, filter, driverAlong(sort))
  if (after)
    rows = rows.where(
      sql<SqlBool>`(${sql.join(refs)}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(after)})`,
    )
  for (const name of columns) rows = rows.orderBy(sql.ref(`d.${name}`), direction)
  const page = await rows
    .select(columns.map(name => `d.${name}`))
    .limit(limit)
    .execute()
  return page.map(row => ({
    id: row.user_id as string,
    position: columns.map(name => row[name] as string | number),
  }))
}

/** A query of the ids of all matching users, however many there are. */
export function matchingIds(db: Db, filter: DirectoryFilter): Rows {
  const driver = driverOf(filter)
  return matching(db, filter, driver === 'tokens' ? 'all tokens' : driver).select('d.user_id')
}

/** Whether a user has the id and is not being deleted. */
export async function isUser(db: Db, id: string): Promise<boolean> {
  const query = db
    .selectFrom('users')
    .leftJoin('account_deletions', 'account_deletions.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', id)
    .where('account_deletions.user_id', 'is', null)
  return (await query.executeTakeFirst()) !== undefined
}
