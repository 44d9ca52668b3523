import { notifications } from '@coffer/contract'
import { DAY_MS } from '@coffer/contract/durations'
import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { impose, restrictionsOfUser } from '../restrictions/index.ts'
import { findDueDunnings, remind, resolveDunnings, startDunning } from './index.ts'

const DUE = { amount: 1250, currency: 'EUR' }

const t = await openTestApp()
const { deps } = t

const start = ({ userId }: TestClient) =>
  deps.transact(tx => startDunning(tx, deps, { userId, reason: 'unpaid_invoice', due: DUE }))

/** Runs the job of the clock. */
async function remindDue(): Promise<void> {
  for await (const dunning of findDueDunnings(deps.db, deps))
    await deps.transact(tx => remind(tx, deps, dunning, DUE))
}

const titles = async (user: TestClient) =>
  (await user.call(notifications.listNotifications, {})).body.data
    .map((one: { attributes: { title: string } }) => one.attributes.title)
    .toReversed()

const isRestricted = async ({ userId }: TestClient) =>
  (await restrictionsOfUser(deps.db, userId)).canUpload !== undefined

const pay = ({ userId }: TestClient) =>
  deps.transact(tx => resolveDunnings(tx, deps, userId, ['unpaid_invoice']))

it('case 53: sends three reminders, restricts with the third and lifts with the payment', async () => {
  const user = await t.signIn()
  await start(user)
  await start(user)
  expect(await titles(user)).toEqual(['We couldn’t collect your payment of €12.50'])
  await remindDue()
  for (const count of [2, 3]) {
    t.advance(2 * DAY_MS)
    await Promise.all([remindDue(), remindDue()])
    expect(await titles(user)).toHaveLength(count)
    expect(await isRestricted(user)).toBe(count === 3)
  }
  t.advance(10 * DAY_MS)
  await remindDue()
  expect(await titles(user)).toHaveLength(3)
  await pay(user)
  expect(await isRestricted(user)).toBe(false)
})

it('case 54: counts from the last reminder, so that after a pause every user is warned before a restriction', async () => {
  const user = await t.signIn()
  await start(user)
  t.advance(9 * DAY_MS)
  await remindDue()
  expect(await titles(user)).toHaveLength(2)
  expect(await isRestricted(user)).toBe(false)
  t.advance(2 * DAY_MS)
  await remindDue()
  expect(await isRestricted(user)).toBe(true)
  await pay(user)
})

it('case 56: lifts only its own restriction', async () => {
  const user = await t.signIn()
  await start(user)
  for (const _ of [2, 3]) {
    t.advance(2 * DAY_MS)
    await remindDue()
  }
  await deps.transact(tx =>
    impose(tx, deps, {
      user_id: user.userId,
      reason: 'administrator',
      can_upload: 0,
      can_download: 1,
      can_create_folder: 1,
      can_create_team_folder: 1,
    }),
  )
  await pay(user)
  expect(await restrictionsOfUser(deps.db, user.userId)).toEqual({ canUpload: 'administrator' })
})

it('stays restricted while another reason does', async () => {
  const user = await t.signIn()
  const reason = 'usage_bigger_than_balance'
  await start(user)
  await deps.transact(tx => startDunning(tx, deps, { userId: user.userId, reason, due: DUE }))
  for (const _ of [2, 3]) {
    t.advance(2 * DAY_MS)
    await remindDue()
  }
  await pay(user)
  expect(await isRestricted(user)).toBe(true)
  await deps.transact(tx => resolveDunnings(tx, deps, user.userId, [reason]))
  expect(await isRestricted(user)).toBe(false)
})
