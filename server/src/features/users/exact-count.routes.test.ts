import { MAX_COUNTED } from '@coffer/contract/admin-list'
import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { inBatches } from '../../lib/batches.ts'
import { directoryEntry } from '../../lib/directory-keys.ts'

it('counts users beyond the limit of a list only where that is asked for', async () => {
  const t = await openTestApp()
  const admin = await t.signIn('admin')
  const at = t.deps.now().toISOString()
  const users = Array.from({ length: MAX_COUNTED + 1 }, (_, index) => ({
    id: `u${index}`,
    name: 'Many',
    email: `u${index}@example.test`,
    role: 'user' as const,
    created_at: at,
    updated_at: at,
  }))
  for (const batch of inBatches(users, 500)) {
    await t.deps.db.insertInto('users').values(batch).execute()
    const entries = batch.map(user => ({ ...directoryEntry(user), created_at: 0 }))
    await t.deps.db.insertInto('user_directory').values(entries).execute()
  }
  const read = async (query: string) =>
    (await admin.send('GET', `/api/admin/users?created_from=2000-01-01&per_page=1${query}`)).body
      .meta
  expect(await read('')).toMatchObject({ is_capped: true, paginate: { total: MAX_COUNTED } })
  const { all, ...exact } = await read('&exact=true')
  expect(exact).toMatchObject({ is_capped: false, paginate: { total: all } })
  expect(all).toBeGreaterThan(MAX_COUNTED)
})
