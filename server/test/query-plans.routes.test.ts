import { items, trash } from '@coffer/contract'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { databaseKind } from './test-database.ts'
import { file, folder } from './zips.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

/** The steps in which a statement goes through a whole table. */
async function wholeTablesOf(statement: string): Promise<string[]> {
  const blanks = Array.from(statement.matchAll(/\?/g), () => null)
  const explained = CompiledQuery.raw(`explain query plan ${statement}`, blanks)
  const { rows } = await t.deps.db.executeQuery(explained)
  return (rows as { detail: string }[])
    .map(row => row.detail)
    .filter(detail => /^SCAN (items|source|target|namesake|item_versions|blobs)\b/.test(detail))
}

/** Whatever the database holds: what is done with one item must not read all of them. */
describe.skipIf(databaseKind() === 'postgres')('no item table is gone through', () => {
  it('by moving, copying, replacing, removing, restoring and deleting', async () => {
    const ann = await t.signIn()
    const [from, to] = [await folder(ann, 'from'), await folder(ann, 'to')]
    const inner = await folder(ann, 'inner', from.id)
    const other = await folder(ann, 'inner', to.id)
    for (const place of [from, to, inner, other]) await file(ann, 'a.txt', place.id)
    const all_in = { folder_id: from.id }
    const statements = await t.countQueries(async () => {
      for (const on_conflict of ['rename', 'replace'] as const) {
        await ann.call(items.copyItems, { body: { to_id: to.id, items: [inner], on_conflict } })
        await ann.send('POST', '/api/copy', { to_id: to.id, all_in, on_conflict })
      }
      await ann.call(items.moveItems, {
        body: { to_id: to.id, items: [inner], on_conflict: 'replace' },
      })
      await ann.send('POST', '/api/move', { to_id: to.id, all_in })
      await ann.call(trash.removeItems, { body: { items: [to] } })
      await ann.call(trash.restoreItems, { body: { items: [to] } })
      const { body } = await ann.send('POST', '/api/remove', { all_in: { folder_id: null } })
      const { removed_at } = body.meta
      await ann.send('POST', '/api/trash/restore', { all_in: { removed_at } })
      await ann.call(trash.removeItems, { body: { items: [to] } })
      const gone = { ...to, force_delete: true }
      await ann.call(trash.removeItems, { body: { items: [gone] } })
    })
    const found: Record<string, string[]> = {}
    for (const statement of statements.filter(
      one => /\bitems\b/.test(one) && !/^explain/.test(one),
    )) {
      const whole = await wholeTablesOf(statement)
      if (whole.length > 0) found[statement] = whole
    }
    expect(found).toEqual({})
  })
})
