import { items, trash } from '@coffer/contract'
import type { Item } from '@coffer/contract/items'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { UserActor } from '../src/actor.ts'
import type { Db } from '../src/db/open.ts'
import type { Deps } from '../src/deps.ts'
import {
  countFailedEvents,
  sumRevenue,
} from '../src/features/billing-figures/figures.repository.ts'
import { findKnownKeys } from '../src/features/blobs/blobs.repository.ts'
import { findFaulty } from '../src/features/blobs/verify.repository.ts'
import { listFolder } from '../src/features/browse/browse.repository.ts'
import {
  findMeteredEnds,
  findRenewals,
} from '../src/features/charge-notices/charge-notices.repository.ts'
import { findNewestUsers } from '../src/features/dashboard/newest-users.repository.ts'
import {
  clearBodies,
  markEventsApplied,
  markEventsFailed,
  summarizeEvents,
} from '../src/features/gateways/events.repository.ts'
import { copyAllIn } from '../src/features/items/bulk-transfers.service.ts'
import { countShareFolders } from '../src/features/items/folder-capacity.repository.ts'
import { findVisible } from '../src/features/items/index.ts'
import { copyItems } from '../src/features/items/transfers.service.ts'
import {
  countAttempts,
  findAmountsInFlight,
  listRefundable,
} from '../src/features/payments/payments.repository.ts'
import { findPeople, listPeople } from '../src/features/search/people.repository.ts'
import { findDuePeriods } from '../src/features/settlement/periods.repository.ts'
import { findCheckoutOf } from '../src/features/subscriptions/subscriptions.repository.ts'
import { findOfInvoice } from '../src/features/transactions/transactions.repository.ts'
import { findOwnerToPurge } from '../src/features/trash/trash.repository.ts'
import { removeItems, restoreItems } from '../src/features/trash/trash.service.ts'
import { findOverdue } from '../src/features/upload-requests/upload-requests.repository.ts'
import { deleteFinishedBefore, findStale } from '../src/features/uploads/uploads.repository.ts'
import { file, folder } from './new-items.ts'
import { openTestApp } from './open-test-app.ts'
import { seedFiles } from './seed-files.ts'
import { makeTeamWith } from './teams.ts'
import type { TestClient } from './test-client.ts'
import { databaseKind } from './test-database.ts'

const t = await openTestApp()

async function planOf(statement: string): Promise<string[]> {
  const blanks = Array.from(statement.matchAll(/\?/g), () => null)
  const explained = CompiledQuery.raw(`explain query plan ${statement}`, blanks)
  const { rows } = await t.deps.db.executeQuery(explained)
  return (rows as { detail: string }[]).map(row => row.detail)
}

/** Steps of a statement that scan a full table. */
const tableScansOf = async (statement: string): Promise<string[]> =>
  (await planOf(statement)).filter(detail =>
    /^SCAN (items|source|target|namesake|item_versions|blobs)\b/.test(detail),
  )

/** Deleting an account must not read the rows of others. */
it.skipIf(databaseKind() === 'postgres').each([
  ['a user', 'users'],
  ['a billing period', 'billing_periods'],
])('each reference to %s has an index', async (_, table) => {
  const { rows } = await sql<{ name: string }>`
    select tables.name || '.' || reference."from" as name
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as reference
    where tables.type = 'table' and reference."table" = ${table} and not exists (
      select 1 from pragma_index_list(tables.name) as listed,
        pragma_index_info(listed.name) as indexed
      where not listed.partial and indexed.seqno = 0 and indexed.name = reference."from")`.execute(
    t.deps.db,
  )
  expect(rows).toEqual([])
})

/** A page of users must not read the subscriptions of all others. */
it.skipIf(databaseKind() === 'postgres').each(['none', crypto.randomUUID()])(
  'users are filtered by the plan %s with an index of subscriptions',
  async plan => {
    const admin = await t.signIn('admin')
    const read = () => admin.send('GET', `/api/admin/users?plan=${plan}`)
    const statements = (await t.countQueries(read)).filter(text => text.includes('subscriptions'))
    expect(statements.length).toBeGreaterThan(0)
    const steps = (await Promise.all(statements.map(planOf))).flat()
    expect(steps.filter(step => /^SCAN subscriptions/.test(step))).toEqual([])
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH subscriptions USING.* INDEX/))
  },
)

/** The cost of working on one item must not depend on the size of the tables. */
describe.skipIf(databaseKind() === 'postgres')('no item table is scanned', () => {
  it('when moving, copying, replacing, removing, restoring and deleting', async () => {
    const ann = await t.signIn()
    const from = await folder(ann, 'from')
    const to = await folder(ann, 'to')
    const inner = await folder(ann, 'inner', from.id)
    const other = await folder(ann, 'inner', to.id)
    for (const target_row of [from, to, inner, other]) await file(ann, 'a.txt', target_row.id)
    const select_all_in = { folder_id: from.id }
    const statements = await t.countQueries(async () => {
      for (const on_conflict of ['rename', 'replace'] as const) {
        await ann.call(items.copyItems, { body: { to_id: to.id, items: [inner], on_conflict } })
        await ann.send('POST', '/api/copy', { to_id: to.id, select_all_in, on_conflict })
      }
      await ann.call(items.moveItems, {
        body: { to_id: to.id, items: [inner], on_conflict: 'replace' },
      })
      await ann.send('POST', '/api/move', { to_id: to.id, select_all_in })
      await ann.call(trash.removeItems, { body: { items: [to] } })
      await ann.call(trash.restoreItems, { body: { items: [to] } })
      const { body } = await ann.send('POST', '/api/remove', { select_all_in: { folder_id: null } })
      const { removed_at } = body.meta
      await ann.send('POST', '/api/trash/restore', { select_all_in: { removed_at } })
      await ann.call(trash.removeItems, { body: { items: [to] } })
      const permanently = { ...to, force_delete: true }
      await ann.call(trash.removeItems, { body: { items: [permanently] } })
    })
    const scanning: Record<string, string[]> = {}
    for (const statement of statements.filter(
      statementText => /\bitems\b/.test(statementText) && !/^explain/.test(statementText),
    )) {
      const tableScans = await tableScansOf(statement)
      if (tableScans.length > 0) scanning[statement] = tableScans
    }
    expect(scanning).toEqual({})
  })
})

/** The folders below one are found level by level, however many others there are. */
describe.skipIf(databaseKind() === 'postgres')('folders below a folder', () => {
  it.each([
    ['a list', '/api/filter?custom='],
    ['a list of folders', '/api/filter?filter=folder&custom='],
    ['a list of pictures', '/api/filter?filter=image&custom='],
    ['a search', '/api/search?query=inner&in='],
  ])('are looked up by parent for %s', async (_, path) => {
    const ann = await t.signIn()
    const top = await folder(ann, 'top')
    await folder(ann, 'inner', top.id)
    const statements = await t.countQueries(() => ann.send('GET', path + top.id))
    const walks = statements.filter(statement => statement.includes('with recursive below(id)'))
    expect(walks.length).toBeGreaterThan(0)
    for (const statement of walks) {
      const plan = await planOf(statement)
      const step = plan.slice(
        plan.indexOf('RECURSIVE STEP') + 1,
        plan.indexOf('RECURSIVE STEP') + 3,
      )
      expect(step).toEqual(['SCAN below', expect.stringMatching(/^SEARCH items .*\(parent_id=\?/)])
    }
  })

  it('are counted for the guests of a share without reading its files', async () => {
    const statements = await t.countQueries(() => countShareFolders(t.deps.db, 'x', 1))
    const plan = (await Promise.all(statements.map(planOf))).flat()
    expect(plan).toContainEqual(
      expect.stringContaining('SEARCH items USING INDEX items_folders_by_parent (parent_id=?)'),
    )
  })
})

const SORTS = [
  ['name', 'name'],
  ['created_at', 'created'],
  ['updated_at', 'updated'],
  ['size', 'size'],
] as const

/** Lists are read in index order, without sorting. */
describe.skipIf(databaseKind() === 'postgres')('an index orders', () => {
  /** The plan of the query that reads a page. */
  async function pageOf(client: TestClient, path: string): Promise<string[]> {
    const statements = await t.countQueries(() => client.send('GET', path))
    const page = statements.findLast(
      sqlText => /\bitems\b/.test(sqlText) && /\boffset\b/.test(sqlText),
    )
    return planOf(page ?? 'no page was asked for')
  }

  it.each(SORTS)('a folder by %s', async (sort, index) => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 60)
    const plan = await pageOf(ann, `/api/browse/folders/all?sort=${sort}`)
    expect(plan).toContainEqual(expect.stringContaining(`items USING INDEX items_by_${index} (`))
    expect(plan).not.toContainEqual(expect.stringContaining('TEMP B-TREE'))
  })

  it('a folder, of which only the rows of the page are loaded', async () => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 200)
    const plan = await pageOf(ann, '/api/browse/folders/all?page=2')
    expect(plan).toContainEqual(expect.stringContaining('items USING INDEX items_by_created ('))
    const loading = plan.slice(plan.indexOf('SCAN positions') + 1)
    expect(loading[0]).toMatch(/^SEARCH items USING INDEX sqlite_autoindex_items_1 \(id=\?\)/)
  })

  it.each(SORTS)('own files across folders by %s', async (sort, index) => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 2100)
    const plan = await pageOf(ann, `/api/filter?sort=${sort}`)
    const scanning = new RegExp(`items USING (COVERING )?INDEX items_of_owner_by_${index} \\(`)
    expect(plan).toContainEqual(expect.stringMatching(scanning))
  })

  it.each(SORTS)('own files and those of joined teams by %s', async (sort, index) => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    for (const name of ['Crew', 'Fleet']) {
      const { id } = await makeTeamWith(ann, name, [[ben, 'can_view']])
      await seedFiles(t.deps, ann.userId, 1100, id, id)
    }
    const plan = await pageOf(ben, `/api/filter?sort=${sort}`)
    const scanning = new RegExp(`items USING (COVERING )?INDEX items_of_team_by_${index} \\(`)
    expect(plan.filter(step => scanning.test(step))).toHaveLength(2)
    expect(plan).toContainEqual(expect.stringContaining(`items_of_owner_by_${index} (`))
    expect(plan).toContainEqual(expect.stringContaining('MERGE'))
  })

  it('the trash, newest first', async () => {
    const ann = await t.signIn()
    const plan = await pageOf(ann, '/api/browse/trash/all')
    expect(plan).toContainEqual(
      expect.stringMatching(/items USING (COVERING )?INDEX items_trash_by_removal \(owner_id=\?\)/),
    )
  })

  it('all files, for an administrator', async () => {
    const ann = await t.signIn('admin')
    await seedFiles(t.deps, ann.userId, 2100)
    const plan = await pageOf(ann, '/api/filter?sort=created_at')
    expect(plan).toContainEqual(expect.stringContaining('items_of_all_by_created ('))
  })
})

/** Millions of contents are stored, and a year of subscriptions leaves millions of events. */
describe.skipIf(databaseKind() === 'postgres')('an index finds', () => {
  const subject = { kind: 'subscription', externalId: 'sub_1' } as const

  it.each([
    ['contents by their keys', 'blobs_with_other_key', (db: Db) => findKnownKeys(db, ['x'])],
    ['uploads by their keys', 'uploads_of_blob', (db: Db) => findKnownKeys(db, ['x'])],
    [
      'contents with a fault',
      'blobs_with_fault',
      (db: Db) => findFaulty(db, 1, { after: '', limit: 1 }),
    ],
    ['uploads without activity', 'uploads_by_age', (db: Db) => findStale(db, 1, 1)],
    ['finished uploads', 'uploads_by_age', (db: Db) => deleteFinishedBefore(db, 1, 1)],
    [
      'the events of a subject that is synced',
      'gateway_events_of_subject',
      (db: Db) => markEventsApplied(db, 'stripe', subject, { fetchedAt: 1, now: 1 }),
    ],
    [
      'the events of a subject whose sync fails',
      'gateway_events_of_subject',
      (db: Db) => markEventsFailed(db, 'stripe', subject, 'no answer'),
    ],
    ['the failed events of each gateway', 'gateway_events_failed', summarizeEvents],
    ['all failed events', 'gateway_events_failed', countFailedEvents],
    ['events with old bodies', 'gateway_events_with_body', (db: Db) => clearBodies(db, 1)],
    ['payments of invoices', 'payments_of_invoice', (db: Db) => findAmountsInFlight(db, ['x'])],
    ['attempts to pay an invoice', 'payments_of_invoice', (db: Db) => countAttempts(db, 'x')],
    ['refundable payments', 'payments_of_checkout', (db: Db) => listRefundable(db, 'x')],
    ['invoices of a subscription', 'invoices_of_subscription', (db: Db) => listRefundable(db, 'x')],
    ['a checkout', 'checkouts_of_subscription', (db: Db) => findCheckoutOf(db, 'x')],
    ['transactions of an invoice', 'transactions_of_invoice', (db: Db) => findOfInvoice(db, 'x')],
    ['revenue since a time', 'transactions_by_status', (db: Db) => sumRevenue(db, 1)],
    ['the oldest trash', 'items_trash_by_age', (db: Db) => findOwnerToPurge(db, 1, ['x'])],
    ['the first users by name', 'user_directory_by_name', (db: Db) => listPeople(db, 5)],
    ['users by words', 'sqlite_autoindex_user_directory_tokens', (db: Db) => findPeople(db, 'an')],
    ['the newest users', 'user_directory_by_created', (db: Db) => findNewestUsers(db, 5)],
    [
      'expired upload requests',
      'upload_requests_by_expiry (status=? AND expires_at<?)',
      (db: Db) => findOverdue(db, 1, 1),
    ],
    [
      'upload requests without a folder',
      'upload_requests_without_folder',
      (db: Db) => findOverdue(db, 1, 1),
    ],
    [
      'renewals to announce',
      'subscriptions_by_renewal',
      (db: Db) => findRenewals(db, { after: 1, until: 2 }, { after: '', limit: 1 }),
    ],
    [
      'metered periods to announce',
      'billing_periods_due',
      (db: Db) => findMeteredEnds(db, { after: 1, until: 2 }, { after: '', limit: 1 }),
    ],
    [
      'periods to settle',
      'billing_periods_due',
      (db: Db) => findDuePeriods(db, 1, { except: [], limit: 1 }),
    ],
  ])('%s', async (_, index, work) => {
    const statements = await t.countQueries(async () => void (await work(t.deps.db)))
    const plan = (await Promise.all(statements.map(planOf))).flat()
    expect(plan).toContainEqual(expect.stringContaining(`INDEX ${index}`))
    const scans = plan.filter(step => /^SCAN (?!users|settings)\w+$/.test(step))
    expect(scans).toEqual([])
  })
})

/** A wrong size estimate would make it scan the table instead of using the index. */
describe.skipIf(databaseKind() === 'sqlite')('PostgreSQL does not scan all items', () => {
  type ScanKind = 'seq_tup_read' | 'idx_tup_fetch'
  const rowsRead = async (tx: Db, scanKind: ScanKind): Promise<number> => {
    const { rows } = await sql<{ rows: number }>`
      select ${sql.ref(scanKind)} as rows from pg_stat_xact_user_tables
      where relname = 'items'`.execute(tx)
    return Number(rows[0]?.rows)
  }

  /** Items read during some work: by scans, or by an index. */
  async function itemsReadBy(
    work: (deps: Deps) => Promise<unknown>,
    scanKind: ScanKind = 'seq_tup_read',
  ): Promise<number> {
    let read = 0
    const transact: Deps['transact'] = inside =>
      t.deps.transact(async tx => {
        const before = await rowsRead(tx, scanKind)
        const done = await inside(tx)
        read += (await rowsRead(tx, scanKind)) - before
        return done
      })
    await work({ ...t.deps, transact })
    return read
  }

  /** A user with files in many folders, included in the planner's statistics. */
  async function withManyFolders() {
    const { userId } = await t.signIn()
    const rowsOf = (type: 'folder' | 'file', parent: RawBuilder<unknown>, many: number) => sql`
      insert into items (id, owner_id, parent_id, type, name, name_key, sort_name, size_bytes,
        folder_count, file_count, created_at, updated_at)
      select cast(gen_random_uuid() as text), ${userId}, target_row.id, ${type}, name, name, name, 0, 0, 0, 0, 0
      from ${parent} as target_row, (select cast(generate_series as text) as name
        from generate_series(1, ${sql.lit(many)})) as names returning id, type`
    const insertFolders = sql<Item>`${rowsOf('folder', sql`(select cast(${userId} as text) as id)`, 1500)}`
    const { rows: folders } = await insertFolders.execute(t.deps.db)
    const below = sql`(select id from items where owner_id = ${userId} and type = 'folder' and id <> owner_id)`
    await rowsOf('file', below, 40).execute(t.deps.db)
    const counts = { folder_count: 1500, file_count: 40 }
    const folderUpdate = t.deps.db.updateTable('items').set(counts).where('type', '=', 'folder')
    await folderUpdate.where('owner_id', '=', userId).execute()
    await sql`analyze`.execute(t.deps.db)
    return { actor: { kind: 'user', userId, role: 'user' } as UserActor, folders }
  }

  // Runs first, before other folders affect the planner's statistics.
  it('to copy a folder into one without statistics', async () => {
    const ann = await t.signIn()
    const from = await folder(ann, 'from')
    const to = await folder(ann, 'to')
    await seedFiles(t.deps, ann.userId, 2000, from.id)
    await sql`analyze`.execute(t.deps.db)
    const actor = { kind: 'user', userId: ann.userId, role: 'user' } as UserActor
    const select_all_in = { folder_id: from.id, except: [] }
    const copy = { select_all_in, to_id: to.id, on_conflict: 'rename' as const }
    const read = await itemsReadBy(deps => copyAllIn(deps, actor, copy), 'idx_tup_fetch')
    expect(read).toBeLessThan(20 * 2000)
  })

  it('to read the last page of a folder', async () => {
    const { userId } = await t.signIn()
    await seedFiles(t.deps, userId, 2000)
    const folder = { id: userId, owner_name: 'Ann', team_permission: null }
    const counted = { ...folder, folder_count: 0, file_count: 2000 }
    const order = { sort: 'name', direction: 'ASC' } as const
    const windows = [{ type: 'file', offset: 1950, limit: 50 }] as const
    const read = await itemsReadBy(
      ({ transact }) => transact(tx => listFolder(tx, userId, counted, order, windows)),
      'idx_tup_fetch',
    )
    expect(read).toBeLessThan(3 * 50)
  })

  it('to check rights on some items, nor to copy, remove or restore them', async () => {
    const { actor, folders } = await withManyFolders()
    const [source, target, ...others] = folders
    if (!source || !target) throw new Error('Two folders are needed')
    const ids = others.slice(0, 50).map(({ id }) => id)
    for (const count of [1, 50])
      expect(
        await itemsReadBy(({ transact }) =>
          transact(tx => findVisible(tx, actor, ids.slice(0, count))),
        ),
      ).toBe(0)
    const into = { items: [source], to_id: target.id, on_conflict: 'rename' as const }
    expect(await itemsReadBy(deps => copyItems(deps, actor, into))).toBe(0)
    const removed = { ...source, force_delete: false }
    expect(await itemsReadBy(deps => removeItems(deps, actor, [removed]))).toBe(0)
    const options = { to_home: false, on_conflict: 'rename' as const }
    expect(await itemsReadBy(deps => restoreItems(deps, actor, [source], options))).toBe(0)
  })
})
