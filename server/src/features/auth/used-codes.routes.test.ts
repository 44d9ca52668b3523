import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { clearUsedCodes } from './two-factor.service.ts'

const t = await openTestApp()

const left = async () => (await t.deps.db.selectFrom('used_codes').selectAll().execute()).length

it('deletes a used code once it has expired', async () => {
  const { userId } = await t.signIn()
  const used = { user_id: userId, code: '123456', used_at: Date.now() }
  await t.deps.db.insertInto('used_codes').values(used).execute()
  await clearUsedCodes(t.deps)
  expect(await left()).toBe(1)
  t.advance(3 * 60_000)
  await clearUsedCodes(t.deps)
  expect(await left()).toBe(0)
})
