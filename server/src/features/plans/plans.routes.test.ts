import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fixedPlan } from '../../../test/example-plans.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { METERED, PLANS, plansOf } from '../../../test/plans.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { planSnapshot, readPlan, requireOfferedPlan } from './index.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const { create, read, subscribe, openCheckout } = plansOf(t, () => admin)
const patch = (id: string, body: object) => admin.send('PATCH', `${PLANS}/${id}`, body)
const audit = async () => {
  const { body } = await admin.send('GET', '/api/admin/audit?category=plan')
  return body.data.map((entry: { attributes: { action: string } }) => entry.attributes.action)
}
const snapshotOf = async (id: string) => planSnapshot(await readPlan(t.deps.db, id))

describe('a fixed plan', () => {
  it('is created with its limits, and shown as a resource', async () => {
    const features = { max_storage_amount: 0.5, max_team_members: -1 }
    const plan = await create({ name: 'Solo', features })
    expect(plan).toMatchObject({
      type: 'plan',
      attributes: {
        name: 'Solo',
        type: 'fixed',
        status: 'active',
        visible: true,
        price: '€10.00',
        amount: 1000,
        currency: 'EUR',
        interval: 'month',
        subscribers: 0,
        features,
      },
      meta: { is_used: false, replaces_id: null, monthly_revenue: { amount: 0, currency: 'EUR' } },
    })
    expect(await read(plan.id)).toEqual(plan)
    expect(await snapshotOf(plan.id)).toMatchObject({
      storage_bytes: 500_000_000,
      max_team_members: null,
    })
    expect((await audit())[0]).toBe('plan.created')
  })

  it('has no storage limit with 0 or -1', async () => {
    for (const max_storage_amount of [0, -1]) {
      const plan = await create({ features: { max_storage_amount, max_team_members: 0 } })
      expect(plan.attributes.features).toEqual({ max_storage_amount: -1, max_team_members: 0 })
    }
  })

  it('has a price in the minor units of its currency', async () => {
    const yen = await create({ amount: 500, currency: 'JPY' })
    expect(yen.attributes.price).toBe('¥500')
    const dinar = await create({ amount: 1230, currency: 'KWD' })
    expect(dinar.attributes.price).toMatch(/^KWD\s1\.230$/)
  })

  it.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: 9.99 }],
    ['currency', { currency: 'XXX' }],
    ['interval', { interval: 'week' }],
    ['name', { name: ' ' }],
    ['features.max_storage_amount', { features: { max_storage_amount: 1e9, max_team_members: 1 } }],
  ])('is refused: %s %o', async (field, change) => {
    const { status, body } = await admin.send('POST', PLANS, fixedPlan(change))
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('changes name, description and visibility, but no price', async () => {
    const { id } = await create()
    const { body } = await patch(id, { name: 'Studio', description: 'Teams', visible: false })
    expect(body.data.attributes).toMatchObject({
      name: 'Studio',
      description: 'Teams',
      visible: false,
    })
    expect((await patch(id, { amount: 1 })).status).toBe(422)
    expect((await read(id)).attributes.amount).toBe(1000)
    expect((await audit())[0]).toBe('plan.changed')
  })

  it('that does not exist is not found', async () => {
    const id = randomUUID()
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { name: 'X' }],
      ['PATCH', '/features', { max_team_members: 1 }],
      ['POST', '/archive'],
      ['DELETE', '', { name: 'X' }],
      ['GET', '/subscribers'],
    ] as const)
      expect((await admin.send(method, `${PLANS}/${id}${path}`, body)).status).toBe(404)
  })
})

describe('a metered plan', () => {
  it('has meters whose tiers join, and exists once', async () => {
    const { status, body } = await admin.send('POST', PLANS, METERED)
    expect(status).toBe(201)
    const { id, attributes } = body.data
    expect(attributes).toMatchObject({
      type: 'metered',
      interval: 'month',
      tier_mode: 'graduated',
      features: {
        storage: {
          aggregate_strategy: 'maximum',
          tiers: [
            { first_unit: 0, last_unit: 10, per_unit: '0', flat_fee: null },
            { first_unit: 10, last_unit: null, per_unit: '0.04', flat_fee: 250 },
          ],
        },
        bandwidth: { aggregate_strategy: 'sum' },
        flatFee: { tiers: [{ per_unit: '3' }] },
      },
    })
    expect(attributes).not.toHaveProperty('price')
    const second = await admin.send('POST', PLANS, METERED)
    expect([second.status, second.body.code]).toEqual([409, 'plan.metered_exists'])

    const replaced = await admin.send('POST', `${PLANS}/${id}/replace`, {
      type: 'metered',
      currency: 'USD',
      meters: [{ key: 'member', tiers: [{ last_unit: null, per_unit: '2.5' }] }],
    })
    expect(replaced.body.data.attributes).toMatchObject({
      name: 'Pay as you go',
      currency: 'USD',
      features: { member: { aggregate_strategy: 'maximum' } },
    })
    expect((await admin.send('GET', `${PLANS}/${id}`)).status).toBe(404)
    await admin.send('POST', `${PLANS}/${replaced.body.data.id}/archive`)
  })

  const tier = (last_unit: number | null, more: object = {}) => ({
    last_unit,
    per_unit: '1',
    ...more,
  })
  it.each([
    ['a gap', [tier(10), tier(null, { first_unit: 20 })]],
    ['an end in between', [tier(null), tier(null)]],
    ['no open end', [tier(10)]],
    ['a wrong order', [tier(10), tier(5), tier(null)]],
    ['no tier', []],
    ['a price that is no number', [tier(null, { per_unit: 'a lot' })]],
  ])('is refused with %s', async (_, tiers) => {
    const body = { ...METERED, meters: [{ key: 'storage', tiers }] }
    expect((await admin.send('POST', PLANS, body)).status).toBe(422)
  })

  it('is refused with a meter twice, or summed storage', async () => {
    const storage = { key: 'storage', tiers: [tier(null)] }
    for (const meters of [
      [storage, storage],
      [{ ...storage, aggregate_strategy: 'sum_of_usage' }],
      [],
    ])
      expect((await admin.send('POST', PLANS, { ...METERED, meters })).status).toBe(422)
  })
})

describe('subscribers', () => {
  it('keep price and features when the plan is edited or archived (case 50)', async () => {
    const { id } = await create({ name: 'Kept' })
    const { plan_snapshot } = await subscribe(id)
    await patch(id, { name: 'Renamed' })
    const changed = await admin.send('PATCH', `${PLANS}/${id}/features`, { max_storage_amount: 1 })
    expect(changed.body.data.attributes.features).toEqual({
      max_storage_amount: 1,
      max_team_members: 5,
    })
    const terms = { type: 'fixed', amount: 2000, currency: 'EUR', interval: 'year' }
    const next = (await admin.send('POST', `${PLANS}/${id}/replace`, terms)).body.data
    expect(next).toMatchObject({
      attributes: { name: 'Renamed', amount: 2000, interval: 'year', subscribers: 0 },
      meta: { replaces_id: id },
    })
    const old = await read(id)
    expect(old.attributes).toMatchObject({ status: 'archived', amount: 1000, subscribers: 1 })
    const { body } = await admin.send('GET', `${PLANS}/${id}/subscribers`)
    expect(body.data[0].attributes).toMatchObject({ status: 'active', amount: 1000 })
    const stored = await t.deps.db
      .selectFrom('subscriptions')
      .select('plan_snapshot')
      .where('plan_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored.plan_snapshot).toBe(plan_snapshot)
    expect(JSON.parse(plan_snapshot)).toMatchObject({ name: 'Kept', storage_bytes: 100e9 })
  })

  it('are listed newest first, searched, filtered and counted', async () => {
    const { id } = await create()
    const ended = await subscribe(id, { status: 'completed' })
    const rows = []
    for (const status of ['active', 'cancelled', 'active'] as const) {
      t.advance(1000)
      rows.push(await subscribe(id, { status }))
    }
    const list = async (query: string) =>
      (await admin.send('GET', `${PLANS}/${id}/subscribers${query}`)).body
    const ids = (body: { data: { id: string }[] }) => body.data.map(row => row.id)
    const [first, second, third] = rows.map(row => row.id)
    expect(ids(await list(''))).toEqual([third, second, first])
    expect(ids(await list('?per_page=1&page=3'))).toEqual([first])
    expect(ids(await list('?status=cancelled'))).toEqual([second])
    expect(ids(await list('?status=completed'))).toEqual([ended.id])
    const { data } = await list('?per_page=1')
    const { name, email } = data[0].relationships.user.data.attributes
    expect(ids(await list(`?query=${encodeURIComponent(email)}`))).toEqual([third])
    expect(name).toMatch(/^Person/)
    expect((await read(id)).attributes.subscribers).toBe(3)
    const count = (query: string) => t.countQueries(() => list(query))
    expect((await count('?per_page=1')).length).toBe((await count('?per_page=50')).length)
  })
})

describe('an archived plan', () => {
  it('stays readable at its price for a checkout that is open (case 19)', async () => {
    const { id } = await create()
    const before = await snapshotOf(id)
    await openCheckout(id)
    expect((await admin.send('POST', `${PLANS}/${id}/archive`)).body.data.attributes).toMatchObject(
      { status: 'archived' },
    )
    expect(await snapshotOf(id)).toEqual(before)
    const removed = await admin.send('DELETE', `${PLANS}/${id}`, { name: before.name })
    expect(removed.body.meta.result).toBe('archived')
    expect(await snapshotOf(id)).toEqual(before)
  })

  it('can’t be shown, replaced or offered', async () => {
    const { id } = await create()
    await subscribe(id)
    await admin.send('POST', `${PLANS}/${id}/archive`)
    expect((await patch(id, { visible: true })).body.code).toBe('plan.archived')
    const terms = { type: 'fixed', amount: 2000, currency: 'EUR', interval: 'year' }
    const replaced = await admin.send('POST', `${PLANS}/${id}/replace`, terms)
    expect([replaced.status, replaced.body.code]).toEqual([409, 'plan.archived'])
    expect((await patch(id, { name: 'Still named' })).status).toBe(200)
  })
})

describe('a plan to subscribe to', () => {
  const offered = (id: string, type: 'fixed' | 'metered' = 'fixed') =>
    t.deps.transact(tx => requireOfferedPlan(tx, id, type))

  it('is refused while hidden, archived, missing or of another type (case 52)', async () => {
    const { id } = await create()
    await expect(offered(id)).rejects.toMatchObject({ code: 'plan.not_found' })
    await t.settings({ subscription_type: 'fixed' })
    expect(await offered(id)).toMatchObject({ id, amount: 1000 })
    await expect(offered(id, 'metered')).rejects.toMatchObject({ code: 'plan.wrong_type' })
    await expect(offered(randomUUID())).rejects.toMatchObject({ code: 'plan.not_found' })
    await patch(id, { visible: false })
    await expect(offered(id)).rejects.toMatchObject({ code: 'plan.not_found' })
    await patch(id, { visible: true })
    await admin.send('POST', `${PLANS}/${id}/archive`)
    await expect(offered(id)).rejects.toMatchObject({ code: 'plan.not_found' })
    await t.settings({ subscription_type: 'none' })
  })

  it('has no other type in the calls of administrators (case 52)', async () => {
    const { id } = await create()
    const terms = { type: 'metered', currency: 'EUR', meters: METERED.meters }
    const { status, body } = await admin.send('POST', `${PLANS}/${id}/replace`, terms)
    expect([status, body.code]).toEqual([422, 'plan.wrong_type'])
  })
})

describe('deleting', () => {
  it('needs the name', async () => {
    const { id } = await create({ name: 'Right' })
    const { status, body } = await admin.send('DELETE', `${PLANS}/${id}`, { name: 'Wrong' })
    expect([status, body.code]).toEqual([403, 'plan.name_wrong'])
    expect((await admin.send('DELETE', `${PLANS}/${id}`, { name: 'Right' })).body.meta).toEqual({
      result: 'deleted',
    })
    expect((await admin.send('GET', `${PLANS}/${id}`)).status).toBe(404)
    expect((await audit())[0]).toBe('plan.deleted')
  })

  it('archives what was ever used, and keeps the chain of prices', async () => {
    const { id, attributes } = await create()
    await subscribe(id, { status: 'completed' })
    expect((await read(id)).meta.is_used).toBe(true)
    const replace = async (planId: string, amount: number) => {
      const terms = { type: 'fixed', amount, currency: 'EUR', interval: 'month' }
      return (await admin.send('POST', `${PLANS}/${planId}/replace`, terms)).body.data
    }
    const second = await replace(id, 1100)
    const third = await replace(second.id, 1200)
    // The second one was never used, so it is gone.
    expect((await admin.send('GET', `${PLANS}/${second.id}`)).status).toBe(404)
    expect(third.meta.replaces_id).toBe(id)
    const { body } = await admin.send('DELETE', `${PLANS}/${id}`, { name: attributes.name })
    expect(body.meta.result).toBe('archived')
  })
})

describe('the list', () => {
  it('sums live subscriptions per month, puts archived plans last, filters and searches', async () => {
    const label = randomUUID()
    const cheap = await create({ name: `B ${label}`, amount: 400 })
    const yearly = await create({ name: `A ${label}`, amount: 10_000, interval: 'year' })
    const old = await create({ name: `0 ${label}`, visible: false })
    await subscribe(cheap.id)
    await subscribe(cheap.id, { status: 'cancelled' })
    await subscribe(yearly.id)
    await subscribe(old.id)
    await admin.send('POST', `${PLANS}/${old.id}/archive`)
    const list = async (query: string) =>
      (await admin.send('GET', `${PLANS}?query=${label}&${query}`)).body
    const { data, meta } = await list('sort=name')
    expect(data.map((plan: { id: string }) => plan.id)).toEqual([yearly.id, cheap.id, old.id])
    expect(data[1].attributes.subscribers).toBe(2)
    expect(data[1].meta.monthly_revenue).toEqual({ amount: 400, currency: 'EUR' })
    expect(data[0].meta.monthly_revenue).toEqual({ amount: 833, currency: 'EUR' })
    expect(meta).toMatchObject({
      subscribers: 4,
      monthly_revenue: [{ amount: 2233, currency: 'EUR' }],
      paginate: { total: 3 },
    })
    const ids = async (query: string) =>
      (await list(query)).data.map((plan: { id: string }) => plan.id)
    expect(await ids('sort=amount&direction=desc&status=active')).toEqual([yearly.id, cheap.id])
    expect(await ids('sort=subscribers&direction=desc&status=active')).toEqual([
      cheap.id,
      yearly.id,
    ])
    expect(await ids('interval=year')).toEqual([yearly.id])
    expect(await ids('visible=no')).toEqual([old.id])
    expect(await ids('type=metered')).toEqual([])
    expect(await ids('per_page=1&page=2&sort=storage')).toHaveLength(1)
  })

  it('takes a constant number of statements', async () => {
    const count = (perPage: number) =>
      t.countQueries(() => admin.send('GET', `${PLANS}?type=fixed&per_page=${perPage}`))
    expect((await count(1)).length).toBe((await count(50)).length)
  })
})

describe('the subscription type', () => {
  it('stays while there are live subscriptions, which are named (case 63)', async () => {
    const own = await createTestApp()
    try {
      const operator = await own.signIn('admin')
      const plans = plansOf(own, () => operator)
      await own.settings({ subscription_type: 'fixed' })
      const { id } = await plans.create()
      const { user_id } = await plans.subscribe(id)
      const { name } = await own.deps.db
        .selectFrom('users')
        .select('name')
        .where('id', '=', user_id)
        .executeTakeFirstOrThrow()
      const change = (body: object) => operator.send('PATCH', '/api/admin/settings', body)
      const values = { subscription_type: 'metered' }
      const refused = await change({ values })
      expect([refused.status, refused.body.code]).toEqual([409, 'settings.subscriptions_live'])
      expect(refused.body.detail).toContain(`Number: 1. Users: ${name}`)
      expect((await change({ reset: ['subscription_type'] })).status).toBe(409)
      expect((await change({ values: { subscription_type: 'fixed' } })).status).toBeLessThan(300)
      await own.deps.db.updateTable('subscriptions').set({ status: 'completed' }).execute()
      expect((await change({ values })).status).toBeLessThan(300)
    } finally {
      await own.close()
    }
  })
})
