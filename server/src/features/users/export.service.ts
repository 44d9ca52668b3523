import { setImmediate as nextTick } from 'node:timers/promises'
import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/admin-user-tasks'
import { STORAGE_LEVELS, USER_STATES } from '@coffer/contract/admin-users'
import { toDecimal } from '@coffer/contract/money'
import type { Deps } from '../../deps.ts'
import { type CsvCell, csvHeader, csvRows, csvTime } from '../../lib/csv.ts'
import { directoryFilter, readIdsAfter, type UserPosition } from '../user-directory/index.ts'
import { UNLIMITED } from './import-rows.service.ts'
import { type RunningPlans, readRunningPlans, sellsPlans } from './running-plans.service.ts'
import { findUsers, type UserRow } from './users.repository.ts'

const BATCH_SIZE = 500

/** The same in every language, so that an export can be imported and read by scripts. */
const HEADER = [
  'email',
  'name',
  'role',
  'state',
  'two_factor',
  'storage_used_bytes',
  'storage_limit_bytes',
  'has_own_limit',
  'storage_level',
  'last_seen_utc',
  'created_utc',
]

/** Left out where nothing is sold. */
const BILLING_HEADER = ['plan', 'cost', 'currency']

function billingCells(row: UserRow, plans: RunningPlans | null): CsvCell[] {
  if (!plans) return []
  const { plan = null, cost = null } = plans.get(row.id) ?? {}
  return [plan?.name ?? '', cost && toDecimal(cost), cost?.currency ?? null]
}

const csvRow = (row: UserRow): CsvCell[] => [
  row.email,
  row.name,
  row.invited_role ?? row.role,
  USER_STATES[row.state] ?? '',
  row.two_factor_confirmed_at === null ? 'off' : 'on',
  row.used_bytes,
  row.capacity_bytes ?? UNLIMITED,
  row.has_own_capacity === 1 ? 'yes' : 'no',
  STORAGE_LEVELS[row.storage_level] ?? '',
  row.last_seen_at === 0 ? '' : csvTime(row.last_seen_at),
  csvTime(new Date(row.created_at).getTime()),
]

type Query = Input<typeof contract.exportUsers>['query']

/** Yields the filtered users as CSV in the given order, some hundred rows at a time. */
export async function* exportUsers(
  deps: Pick<Deps, 'db' | 'settings'>,
  query: Query,
): AsyncGenerator<string> {
  const { db } = deps
  const isSelling = await sellsPlans(deps)
  yield csvHeader(isSelling ? [...HEADER, ...BILLING_HEADER] : HEADER)
  const filter = { ...directoryFilter(query), ids: query.ids }
  let after: UserPosition | null = null
  do {
    const positions = await readIdsAfter(db, filter, query, after, BATCH_SIZE)
    const ids = positions.map(({ id }) => id)
    const rows = await findUsers(db, ids)
    const plans = isSelling ? await readRunningPlans(deps, ids) : null
    const cells = rows.map(row => [...csvRow(row), ...billingCells(row, plans)])
    if (cells.length > 0) yield csvRows(cells)
    after = positions.length === BATCH_SIZE ? (positions.at(-1)?.position ?? null) : null
    // SQLite and sockets may answer synchronously, so let other requests run.
    await nextTick()
  } while (after !== null)
}
