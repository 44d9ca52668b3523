import { startOfUtcDay } from '@coffer/contract/billing-periods'
import { DAY_MS } from '@coffer/contract/durations'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMeteredPlan, subscribeMetered } from '../../../test/metered-users.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { plansOf } from '../../../test/plans.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()
let admin: TestClient
const plans = plansOf(t, () => admin)

interface Row {
  id: string
  meta: { plan: { id: string; name: string } | null; cost: object | null }
}

const list = async (query = ''): Promise<Row[]> =>
  (await admin.send('GET', `/api/admin/users?${query}`)).body.data

const idsOf = async (query: string) => (await list(query)).map(({ id }) => id)

const metaOf = async (id: string) => (await list()).find(row => row.id === id)?.meta

const csv = async (query: string) =>
  (await (await admin.fetch(`/api/admin/users/export?${query}`)).text()).trimEnd().split('\r\n')

let studio: { id: string }
let payAsYouGo: Awaited<ReturnType<typeof insertMeteredPlan>>
let subscriber: string
let former: string
let metered: TestClient

beforeAll(async () => {
  admin = await t.signIn('admin')
  studio = await plans.create({ name: 'Studio', amount: 1200 })
  const ofStudio = await plans.subscribe(studio.id, { amount: 1200 })
  subscriber = ofStudio.user_id
  const ended = await plans.subscribe(studio.id, { status: 'completed', ended_reason: 'cancelled' })
  former = ended.user_id
  payAsYouGo = await insertMeteredPlan(t)
  metered = await t.signIn()
  const begin = startOfUtcDay(t.deps.now().getTime()) - 5 * DAY_MS
  await subscribeMetered(t, metered, payAsYouGo, begin)
  await t.settings({ subscription_type: 'fixed' })
})

describe('the plans of listed users', () => {
  it('are named with their price, or with the cost so far if they are metered', async () => {
    const { currency } = await plans.read(studio.id).then(plan => plan.attributes)
    expect(await metaOf(subscriber)).toEqual({
      plan: { id: studio.id, name: 'Studio' },
      cost: { amount: 1200, currency },
    })
    expect(await metaOf(metered.userId)).toEqual({
      plan: { id: payAsYouGo.id, name: 'Pay as you go' },
      cost: { amount: 100, currency: 'EUR' },
    })
    expect(await metaOf(former)).toEqual({ plan: null, cost: null })
  })

  it('are a filter, also for users without a plan and beside other filters', async () => {
    expect(await idsOf(`plan=${studio.id}`)).toEqual([subscriber])
    expect(await idsOf(`plan=${studio.id}&seen=ever&role=user&query=person`)).toEqual([subscriber])
    expect(await idsOf(`plan=${studio.id}&role=admin`)).toEqual([])
    expect(await idsOf('plan=none&role=user')).toEqual([former])
    expect(new Set(await idsOf('plan=none&sort=name'))).toEqual(new Set([former, admin.userId]))
    expect((await admin.send('GET', '/api/admin/users?plan=studio')).status).toBe(422)
  })

  it('are read with the same number of statements for any number of users', async () => {
    const count = async (query: string) => (await t.countQueries(() => list(query))).length
    const one = await count(`per_page=1&plan=${payAsYouGo.id}`)
    await subscribeMetered(t, await t.signIn(), payAsYouGo, t.deps.now().getTime())
    await subscribeMetered(t, await t.signIn(), payAsYouGo, t.deps.now().getTime())
    expect(await count(`plan=${payAsYouGo.id}`)).toBe(one)
    expect(await count('')).toBeLessThanOrEqual(one)
    const withoutPlan = await count('per_page=1&plan=none')
    for (let users = 0; users < 3; users += 1) await t.signIn()
    expect(await count('plan=none')).toBe(withoutPlan)
    expect(withoutPlan).toBeLessThanOrEqual(one)
  })

  it('are exported beside the other columns', async () => {
    const [header, row] = await csv(`plan=${studio.id}`)
    expect(header).toMatch(/,created_utc,plan,cost,currency$/)
    expect(row).toMatch(/,Studio,12\.00,[A-Z]{3}$/)
    expect((await csv('plan=none&role=user'))[1]).toMatch(/,,,$/)
  })

  it('are neither read nor exported where nothing is sold', async () => {
    await t.settings({ subscription_type: 'none' })
    const statements = await t.countQueries(() => list())
    expect(statements.filter(sql => /subscriptions|plans/.test(sql))).toEqual([])
    expect(await metaOf(subscriber)).toEqual({ plan: null, cost: null })
    expect((await csv(''))[0]).toMatch(/,created_utc$/)
    await t.settings({ subscription_type: 'fixed' })
  })
})
