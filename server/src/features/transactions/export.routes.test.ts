import { TRANSACTION_SORTS } from '@coffer/contract/transactions'
import { beforeAll, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

/** More than two batches of the export. */
const COUNT = 1103
let admin: TestClient
let emails: string[]

beforeAll(async () => {
  admin = await t.signIn('admin')
  const user = await t.signIn()
  emails = ['', await emailOf(admin), await emailOf(user)]
  const owners = [null, admin.userId, user.userId]
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    id: t.deps.newId(),
    key: `export:${index}`,
    user_id: owners[index % 3] ?? null,
    type: 'charge' as const,
    status: 'completed' as const,
    note: 'usage',
    driver: 'system' as const,
    reference: `ref-${index}`,
    // Few different amounts and times, so that batches end between equal ones.
    amount: 100 * (index % 2),
    currency: 'EUR',
    created_at: Math.floor(index / 400),
    updated_at: 0,
  }))
  for (let start = 0; start < COUNT; start += 100)
    await t.deps.db
      .insertInto('transactions')
      .values(rows.slice(start, start + 100))
      .execute()
})

const exported = async (query: string): Promise<string[][]> => {
  const path = `/api/admin/transactions/export?${query}`
  const text = await (await (await t.signInAgain(admin)).fetch(path)).text()
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map(line => line.split(','))
}

it.each(
  TRANSACTION_SORTS.flatMap(sort => ['asc', 'desc'].map(direction => [sort, direction] as const)),
)('exports every transaction once by %s, %s', async (sort, direction) => {
  const rows = await exported(`sort=${sort}&direction=${direction}`)
  expect(rows).toHaveLength(COUNT)
  expect(new Set(rows.map(row => row.at(-2))).size).toBe(COUNT)
})

it('exports deleted users together, before the others', async () => {
  const users = (await exported('sort=user_id&direction=asc')).map(([, , email]) => email ?? '')
  const order = users.filter((email, index) => email !== users[index - 1])
  expect(order).toHaveLength(3)
  expect(order[0]).toBe('')
  expect([...order].sort()).toEqual([...emails].sort())
})
