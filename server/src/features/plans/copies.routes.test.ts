import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { simulatorVariables, startSimulators } from '../../../test/gateways/simulators.ts'
import { METERED, PLANS, plansOf } from '../../../test/plans.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import { gatewaysOf } from '../gateways/index.ts'
import { queueDueCopies } from './index.ts'

const simulators = await startSimulators(['stripe'])
const simulator = simulators.stripe
const { gateways } = readConfig(simulatorVariables(simulators))
const webDist = await mkdtemp(join(tmpdir(), 'coffer-plans-'))
await writeFile(join(webDist, 'index.html'), '<html><head></head><body>app</body></html>')
await writeFile(
  join(webDist, 'public-page.html'),
  '<html lang="en"><head><!--head--></head><body><!--body--></body></html>',
)
const t = await createTestApp({ config: { gateways }, webDist })
await t.settings({ subscription_type: 'fixed', allowed_stripe: true })
let admin = await t.signIn('admin')
const { create, read, subscribe, openCheckout } = plansOf(t, () => admin)

// Tests move the clock, and changes of plans need a recent sign-in.
beforeEach(async () => {
  admin = await t.signIn('admin')
})

afterEach(() => simulator.faults.clear())
afterAll(async () => {
  expect(simulator.violations).toEqual([])
  await t.close()
  await simulator.close()
  await rm(webDist, { recursive: true, force: true })
})

const MINUTE = 60_000
const offered = async () => (await t.anonymous().send('GET', '/api/subscriptions/plans')).body.data
const isOffered = async (id: string) =>
  (await offered()).some((plan: { id: string }) => plan.id === id)
/** Runs the clock's task, which runs every five minutes. */
async function tick(ms: number): Promise<void> {
  await t.jobsLater(ms)
  await queueDueCopies(t.deps, () => gatewaysOf(t.deps))
  await t.runJobs()
}
const copyOf = async (id: string) => (await read(id)).meta.gateways[0]
const priceAt = async (id: string) => {
  const price = (await read(id)).meta.driver_plan_id.stripe
  const response = await fetch(`${simulator.url}/v1/prices/${price}`, {
    headers: { authorization: `Bearer ${simulator.secretKey}` },
  })
  return response.json() as Promise<{ unit_amount: number; active: boolean; currency: string }>
}

describe('the copies of a plan', () => {
  it('are made after it is saved, and then it is offered', async () => {
    const plan = await create({ amount: 1234 })
    expect(plan.meta.gateways).toMatchObject([
      { gateway: 'stripe', is_live: false, state: 'pending', reason: null },
    ])
    expect(await isOffered(plan.id)).toBe(false)
    await t.runJobs()
    expect(await copyOf(plan.id)).toMatchObject({ state: 'ready', reason: null })
    expect(await priceAt(plan.id)).toMatchObject({
      unit_amount: 1234,
      currency: 'eur',
      active: true,
    })
    const [first] = await offered()
    expect(first).toMatchObject({ id: plan.id, meta: { gateways: ['stripe'] } })
    expect(first.attributes).not.toHaveProperty('subscribers')
  })

  it('wait with the reason while the gateway refuses, and are tried again (case 51)', async () => {
    simulator.faults.areKeysRevoked = true
    const { id } = await create()
    await t.runJobs()
    const refused = await copyOf(id)
    expect(refused.state).not.toBe('ready')
    expect(refused.reason).toEqual(expect.any(String))
    expect(refused.reason).not.toContain(simulator.secretKey)
    expect(await isOffered(id)).toBe(false)
    expect((await read(id)).attributes.status).toBe('active')
    simulator.faults.clear()
    await tick(60 * MINUTE)
    expect(await copyOf(id)).toMatchObject({ state: 'ready', reason: null })
    expect(await isOffered(id)).toBe(true)
  })

  it('are tried again soon after a failure of the gateway (case 51)', async () => {
    simulator.faults.onCall({ kind: 'error-before' }, { times: 20 })
    const { id } = await create()
    await t.runJobs()
    expect(await copyOf(id)).toMatchObject({ state: 'pending', reason: expect.any(String) })
    simulator.faults.clear()
    const calls = simulator.calls.length
    await tick(MINUTE)
    expect(simulator.calls).toHaveLength(calls)
    await tick(5 * MINUTE)
    expect(await copyOf(id)).toMatchObject({ state: 'ready', reason: null })
  })

  it('case 27: say at once when the gateway does not take the currency', async () => {
    const plan = await create({ currency: 'GHS' })
    const copy = { state: 'failed', reason: 'currency_not_supported' }
    expect(plan.meta.gateways).toMatchObject([copy])
    await t.runJobs()
    await tick(120 * MINUTE)
    expect(await copyOf(plan.id)).toMatchObject(copy)
  })

  it('follow the name, and stay on sale when that fails', async () => {
    const { id } = await create()
    await t.runJobs()
    simulator.faults.areKeysRevoked = true
    await t.jobsLater(1000)
    await admin.send('PATCH', `${PLANS}/${id}`, { name: 'A new name' })
    await t.runJobs()
    expect(await copyOf(id)).toMatchObject({ state: 'ready', reason: expect.any(String) })
    expect(await isOffered(id)).toBe(true)
    simulator.faults.clear()
    await tick(5 * MINUTE)
    expect(await copyOf(id)).toMatchObject({ state: 'ready', reason: null })
    const calls = simulator.calls.length
    await tick(5 * MINUTE)
    expect(simulator.calls).toHaveLength(calls)
  })

  it('are taken off sale with the plan, once no user is paying for it (case 19)', async () => {
    const { id } = await create()
    await t.runJobs()
    const checkout = await openCheckout(id)
    await t.jobsLater(1000)
    await admin.send('POST', `${PLANS}/${id}/archive`)
    await t.runJobs()
    expect(await isOffered(id)).toBe(false)
    expect(await priceAt(id)).toMatchObject({ active: true })
    await t.deps.db
      .updateTable('checkouts')
      .set({ state: 'completed' })
      .where('id', '=', checkout)
      .execute()
    await tick(5 * MINUTE)
    expect(await priceAt(id)).toMatchObject({ active: false, unit_amount: 1000 })
  })

  it('are taken off sale when the plan is deleted', async () => {
    const { id, attributes } = await create()
    await t.runJobs()
    const price = (await read(id)).meta.driver_plan_id.stripe
    await admin.send('DELETE', `${PLANS}/${id}`, { name: attributes.name })
    await t.runJobs()
    const response = await fetch(`${simulator.url}/v1/prices/${price}`, {
      headers: { authorization: `Bearer ${simulator.secretKey}` },
    })
    expect(await response.json()).toMatchObject({ active: false })
  })

  it('are all made by synchronising', async () => {
    simulator.faults.areKeysRevoked = true
    const { id } = await create()
    await t.runJobs()
    simulator.faults.clear()
    const { body } = await admin.send('GET', `${PLANS}/synchronize`)
    expect(body.meta.queued).toBeGreaterThan(0)
    await t.runJobs()
    expect(await copyOf(id)).toMatchObject({ state: 'ready' })
  })
})

describe('the public list', () => {
  it('has visible, active plans of the type in use, cheapest first', async () => {
    await create({ amount: 300 })
    await create({ amount: 100 })
    const hidden = await create({ amount: 50, visible: false })
    const archived = await create({ amount: 60 })
    await subscribe(archived.id)
    await t.runJobs()
    await admin.send('POST', `${PLANS}/${archived.id}/archive`)
    const plans = await offered()
    const amounts = plans.map((plan: { attributes: { amount: number } }) => plan.attributes.amount)
    expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => a - b))
    expect(amounts.slice(0, 1)).toEqual([100])
    for (const { id } of [hidden, archived]) expect(await isOffered(id)).toBe(false)
  })

  it('shows metered plans while metered, which need no copy, and nothing without billing', async () => {
    const { body } = await admin.send('POST', PLANS, METERED)
    await t.settings({ subscription_type: 'metered' })
    expect(await offered()).toMatchObject([{ id: body.data.id, meta: { gateways: [] } }])
    await t.settings({ subscription_type: 'none' })
    const count = await t.countQueries(() => t.anonymous().send('GET', '/api/subscriptions/plans'))
    expect(await offered()).toEqual([])
    expect(count.length).toBeLessThanOrEqual(1)
    await t.settings({ subscription_type: 'fixed' })
  })

  it('leaves out gateways that are turned off', async () => {
    await t.settings({ allowed_stripe: false })
    expect(await offered()).toEqual([])
    await t.settings({ allowed_stripe: true })
    expect((await offered()).length).toBeGreaterThan(0)
  })
})

describe('the homepage', () => {
  const open = (headers: Record<string, string> = {}) =>
    fetch(`${t.origin}/`, { headers: { accept: 'text/html', 'accept-language': 'en', ...headers } })

  it('shows plans on sale with a switch of intervals, and nothing while none is sold', async () => {
    await t.settings({ allow_homepage: true, section_pricing_content: true })
    await create({
      name: 'Solo <b>',
      amount: 400,
      features: { max_storage_amount: 100, max_team_members: 3 },
    })
    await create({ name: 'Solo yearly', amount: 4000, interval: 'year' })
    await t.runJobs()
    const page = await (await open()).text()
    expect(page).toContain('id="pricing"')
    expect(page).toContain('Solo &lt;b&gt;')
    expect(page).toContain('<strong>€4.00</strong> a month')
    expect(page).toContain('100 GB of storage')
    expect(page).toContain('3 team members')
    expect(page).toContain('id="billed-year"')
    expect(await (await open({ 'accept-language': 'es' })).text()).toContain('al mes')
    await t.settings({ section_pricing_content: false })
    expect(await (await open()).text()).not.toContain('id="pricing"')
    await t.settings({ section_pricing_content: true, subscription_type: 'none' })
    expect(await (await open()).text()).not.toContain('id="pricing"')
    await t.settings({ subscription_type: 'fixed', allow_homepage: false })
  })
})
