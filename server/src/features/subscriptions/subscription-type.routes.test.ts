import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMeteredPlan } from '../../../test/metered-users.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { newPerson } from '../../../test/people.ts'
import { plansOf } from '../../../test/plans.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { Db } from '../../db/open.ts'
import { insertAccount } from '../account/index.ts'
import { lockSettings, writeSettings } from '../settings/index.ts'
import { subscribeEveryone } from '../settlement/index.ts'
import { applyAllPlans, applyPlan } from './apply-plan.service.ts'

const t = await openTestApp()
const { db } = t.deps
let admin: TestClient
beforeAll(async () => {
  admin = await t.signIn('admin')
  await t.settings({ default_max_storage_amount: 5_000_000_000 })
})
afterAll(() => db.deleteFrom('subscriptions').execute())

const DEFAULT_BYTES = 5_000_000_000
const PLAN_BYTES = 100_000_000_000
const OWN_BYTES = 7_000_000_000
const bytesOf = async ({ userId }: TestClient) => (await t.storage(userId)).capacity_bytes

const changeSettings = async (change: object) => {
  const { status } = await admin.send('PATCH', '/api/admin/settings', change)
  expect(status).toBeLessThan(300)
  await t.runJobs()
}
const changeType = (subscription_type: string) => changeSettings({ values: { subscription_type } })
const giveOwn = ({ userId }: TestClient, capacity_bytes: number | null) =>
  admin.send('PATCH', `/api/admin/users/${userId}/capacity`, { capacity_bytes })

describe('a change of the subscription type', () => {
  it('changes the limits of existing users, except those that administrators gave', async () => {
    const user = await t.signIn()
    const limited = await t.signIn()
    const unlimited = await t.signIn()
    await giveOwn(limited, OWN_BYTES)
    await giveOwn(unlimited, null)
    const limits = () => Promise.all([user, limited, unlimited].map(bytesOf))
    expect(await limits()).toEqual([null, OWN_BYTES, null])
    await changeType('fixed')
    expect(await limits()).toEqual([DEFAULT_BYTES, OWN_BYTES, null])
    await changeType('metered')
    expect(await limits()).toEqual([null, OWN_BYTES, null])
    await changeSettings({ values: { subscription_type: 'none', storage_limitation: true } })
    expect(await limits()).toEqual([DEFAULT_BYTES, OWN_BYTES, null])
    await changeType('metered')
    await changeSettings({ reset: ['subscription_type', 'storage_limitation'] })
    expect(await limits()).toEqual([null, OWN_BYTES, null])
  })

  it('gives a user who has bought a plan meanwhile the limit of the plan', async () => {
    await changeType('fixed')
    const plans = plansOf(t, () => admin)
    const { id } = await plans.create()
    const { user_id } = await plans.subscribe(id)
    await t.limitStorage(user_id, DEFAULT_BYTES)
    await applyAllPlans(t.deps)
    expect((await t.storage(user_id)).capacity_bytes).toBe(PLAN_BYTES)
    await db.updateTable('subscriptions').set({ status: 'completed' }).execute()
    await changeType('none')
  })

  /** Runs a transaction that stays open while another one begins, or ends before it. */
  async function overlap<A>(first: (tx: Db) => Promise<A>, second: () => Promise<unknown>) {
    const isDone = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const open = t.deps.transact(async tx => {
      const result = await first(tx)
      isDone.resolve()
      await end.promise
      return result
    })
    await isDone.promise
    const other = second()
    await Promise.race([other, sleep(500)])
    end.resolve()
    return Promise.all([open, other] as const)
  }
  const create = (tx: Db) => {
    const { name, email } = newPerson()
    const account = {
      name,
      email,
      role: 'user',
      isEmailVerified: true,
      passwordHash: null,
    } as const
    return insertAccount(tx, t.deps, account)
  }

  it('gives accounts that are created meanwhile the new limit', async () => {
    const [before] = await overlap(create, () => changeType('fixed'))
    expect((await t.storage(before)).capacity_bytes).toBe(DEFAULT_BYTES)
    let during = ''
    await overlap(
      async tx => {
        await lockSettings(tx)
        await writeSettings(tx, { subscription_type: 'none' })
      },
      async () => {
        during = await t.deps.transact(create)
      },
    )
    expect((await t.storage(during)).capacity_bytes).toBe(null)
    await changeType('none')
  })

  it('is the only change of settings that changes limits of existing users', async () => {
    const user = await t.signIn()
    await changeSettings({ values: { storage_limitation: true, default_max_storage_amount: 1 } })
    expect(await bytesOf(user)).toBe(null)
    expect(await bytesOf(await t.signIn())).toBe(1)
    await changeSettings({ reset: ['storage_limitation', 'default_max_storage_amount'] })
  })
})

describe('applying the plans of all users', () => {
  const users = async (count: number) => {
    const clients = []
    for (let index = 0; index < count; index += 1) clients.push(await t.signIn())
    return clients
  }
  const limitAll = async (clients: readonly TestClient[]) => {
    for (const { userId } of clients) await t.limitStorage(userId, OWN_BYTES)
  }

  it('uses transactions of few users', async () => {
    const clients = await users(5)
    await limitAll(clients)
    const transact = vi.spyOn(t.deps, 'transact')
    const rows = await db
      .selectFrom('user_quotas')
      .select('user_id')
      .where('has_own_capacity', '=', 0)
      .execute()
    await applyAllPlans(t.deps, { limit: 2 })
    expect(transact).toHaveBeenCalledTimes(Math.ceil(rows.length / 2))
    transact.mockRestore()
    expect(await Promise.all(clients.map(bytesOf))).toEqual([null, null, null, null, null])
  })

  it('can run several times at once', async () => {
    const clients = await users(5)
    await limitAll(clients)
    await Promise.all([1, 2, 3].map(limit => applyAllPlans(t.deps, { limit })))
    expect(await Promise.all(clients.map(bytesOf))).toEqual([null, null, null, null, null])
  })

  it('leaves the limit of a plan that is bought at the same time', async () => {
    const plan = await plansOf(t, () => admin).create()
    const { userId } = await t.signIn()
    await t.limitStorage(userId, OWN_BYTES)
    const isApplied = Promise.withResolvers<void>()
    const purchase = t.deps.transact(async tx => {
      const inTransaction = { ...t, deps: { ...t.deps, db: tx } } as unknown as typeof t
      await plansOf(inTransaction, () => admin).subscribe(plan.id, { user_id: userId })
      await applyPlan(tx, userId)
      isApplied.resolve()
      await sleep(200)
    })
    await isApplied.promise
    await Promise.all([purchase, applyAllPlans(t.deps)])
    expect((await t.storage(userId)).capacity_bytes).toBe(PLAN_BYTES)
  })
})

it('a metered subscription removes the limit that a user had before, but not their own', async () => {
  await t.settings({ subscription_type: 'metered' })
  await insertMeteredPlan(t)
  const user = await t.signIn()
  const limited = await t.signIn()
  await t.limitStorage(user.userId, DEFAULT_BYTES)
  await giveOwn(limited, OWN_BYTES)
  await subscribeEveryone(t.deps)
  expect(await Promise.all([user, limited].map(bytesOf))).toEqual([null, OWN_BYTES])
})
