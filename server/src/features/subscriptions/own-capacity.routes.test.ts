import type { Kysely } from 'kysely'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { keepGivenCapacities } from '../../db/migrations/0042-own-capacities.ts'
import { recordAudit } from '../audit/index.ts'
import { syncLive } from './index.ts'

const shop = await openShop('stripe', 'paypal')
const { t, later, hear, sellPlan, subscribed } = shop
shop.listen()
const plan = await sellPlan({ amount: 1000, currency: 'USD' })
afterEach(() => shop.endAll())
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

const DEFAULT_BYTES = 5_000_000_000
const PLAN_BYTES = 100_000_000_000
const OWN_BYTES = 7_000_000_000
const bytesOf = async ({ userId }: TestClient) => (await t.storage(userId)).capacity_bytes

const give = async ({ userId }: TestClient, capacity_bytes: number | null | 'default') => {
  const admin = await t.signIn('admin')
  const path = `/api/admin/users/${userId}/capacity`
  const { status, body } = await admin.send('PATCH', path, { capacity_bytes })
  expect(status).toBe(200)
  return body.data.attributes.storage
}

/** Reads every subscription at its gateway, and applies what differs. */
const sync = async () => {
  await later(60_000)
  await t.deps.db.updateTable('subscriptions').set({ gateway_status: 'unknown' }).execute()
  await syncLive(t.deps)
  await hear()
}

describe.each(['stripe', 'paypal'] as const)(
  'a limit that an administrator gave, with %s',
  driver => {
    it.each([
      ['some bytes', OWN_BYTES],
      ['no limit', null],
    ])('of %s is kept by a purchase, a sync and the end of the plan', async (_, bytes) => {
      const { user } = await subscribed(plan.id, { driver })
      expect(await bytesOf(user)).toBe(PLAN_BYTES)
      expect(await give(user, bytes)).toMatchObject({
        capacity_bytes: bytes,
        has_own_capacity: true,
      })
      await sync()
      expect(await bytesOf(user)).toBe(bytes)
      await shop.endAll()
      expect(await bytesOf(user)).toBe(bytes)
    })

    it('ends with the default, which is that of the plan, and of free accounts without one', async () => {
      const { user } = await subscribed(plan.id, { driver })
      await give(user, OWN_BYTES)
      expect(await give(user, 'default')).toMatchObject({
        capacity_bytes: PLAN_BYTES,
        has_own_capacity: false,
      })
      await give(user, OWN_BYTES)
      await shop.endAll()
      expect(await give(user, 'default')).toMatchObject({ capacity_bytes: DEFAULT_BYTES })
    })
  },
)

it('a purchase leaves the own limit of a user', async () => {
  const user = await t.signIn()
  await give(user, OWN_BYTES)
  const { id, externalId } = await shop.open(user, plan.id)
  shop.pay('stripe', externalId)
  await shop.returnFrom(user, id)
  expect(await shop.detail(user)).toMatchObject({ status: 'active' })
  expect(await bytesOf(user)).toBe(OWN_BYTES)
})

it('the audit log has the limit and whether it is the own one', async () => {
  const user = await t.signIn()
  await give(user, DEFAULT_BYTES)
  await give(user, DEFAULT_BYTES)
  await give(user, 'default')
  const entries = await t.deps.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', 'user.capacity_changed')
    .where('target_id', '=', user.userId)
    .orderBy('seq')
    .execute()
  expect(entries).toEqual([
    { before: '{"has_own_capacity":false}', after: '{"has_own_capacity":true}' },
    { before: '{"has_own_capacity":true}', after: '{"has_own_capacity":false}' },
  ])
})

it.each([OWN_BYTES, null])(
  'the migration keeps a limit of %s that was given before',
  async bytes => {
    const user = await t.signIn()
    const changed = await t.signIn()
    const other = await t.signIn()
    for (const { userId } of [user, changed]) {
      await t.limitStorage(userId, bytes)
      await t.deps.transact(async tx =>
        recordAudit(tx, {
          action: 'user.capacity_changed',
          target: { type: 'user', id: userId },
          before: { capacity_bytes: DEFAULT_BYTES },
          after: { capacity_bytes: bytes },
        }),
      )
    }
    await t.limitStorage(changed.userId, PLAN_BYTES)
    await keepGivenCapacities(t.deps.db as unknown as Kysely<unknown>)
    const isOwn = async ({ userId }: TestClient) => (await t.storage(userId)).has_own_capacity
    expect(await Promise.all([user, changed, other].map(isOwn))).toEqual([1, 0, 0])
  },
)
