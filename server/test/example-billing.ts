import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@coffer/contract'
import { afterAll } from 'vitest'
import { readConfig } from '../src/config.ts'
import { grantCredit } from '../src/features/invoices/index.ts'
import { closeSimulators, simulatorVariables, startSimulators } from './gateways/simulators.ts'
import { invoiceMaker } from './invoices.ts'
import { insertMeteredPlan, type MeteredPlan, subscribeMetered } from './metered-users.ts'
import type { OwnedData } from './owned-data.ts'
import { plansOf } from './plans.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

type Billing = Pick<
  OwnedData,
  'userId' | 'offer' | 'subscription' | 'invoice' | 'checkout' | 'payment' | 'card' | 'difference'
>
type Subscribed = 'fixed' | 'metered' | 'none'

export const NO_BILLING: Billing = {
  userId: 'x',
  offer: 'x',
  subscription: 'x',
  invoice: 'x',
  checkout: 'x',
  payment: 'x',
  card: 'x',
  difference: 'x',
}

const BILLING =
  /^\/api\/(subscriptions|stripe|paystack|invoices|admin\/(billing|gateways|invoices|transactions|users\/:id\/(credit|invoices|transactions)$))/

export const isBilling = ({ path }: Endpoint): boolean => BILLING.test(path)

/** Purchases are refused with a subscription, and spending is limited only of a metered one. */
export const subscribedFor = ({ path }: Endpoint): Subscribed => {
  if (path.endsWith('/checkout')) return 'none'
  return /\/(usage|billing-alert|spending-cap)$/.test(path) ? 'metered' : 'fixed'
}

/** Simulated gateways of a test file, and the configuration with their keys. */
export async function openGateways() {
  const simulators = await startSimulators(['stripe', 'paystack'])
  afterAll(() => closeSimulators(simulators))
  // The environment's secret of a webhook could not be replaced by registering one.
  return readConfig({ ...simulatorVariables(simulators), STRIPE_WEBHOOK_SECRET: undefined })
    .gateways
}

interface Plans {
  sold: string
  offer: string
  metered: MeteredPlan
}

async function makePlans(t: TestApp): Promise<Plans> {
  await t.settings({ subscription_type: 'fixed' })
  const admin = await t.signIn('admin')
  const plans = plansOf(t, () => admin)
  const sold = (await plans.create()).id as string
  const offer = (await plans.create({ amount: 1200 })).id as string
  const metered = await insertMeteredPlan(t)
  // Copies them to the gateways.
  await t.runJobs()
  return { sold, offer, metered }
}

/** The plans of each server, which all its users are offered. */
const plansByApp = new WeakMap<TestApp, Promise<Plans>>()
function plansFor(t: TestApp): Promise<Plans> {
  const plans = plansByApp.get(t) ?? makePlans(t)
  plansByApp.set(t, plans)
  return plans
}

async function insertPayment({ deps }: TestApp, userId: string): Promise<string> {
  const id = randomUUID()
  const at = deps.now().getTime()
  await deps.db
    .insertInto('payments')
    .values({
      id,
      user_id: userId,
      purpose: 'fund',
      // Without an id there, the gateway is not asked for its refund.
      gateway: 'stripe',
      is_live: 0,
      key: `payment:${id}`,
      attempt: 1,
      amount: 1000,
      currency: 'EUR',
      state: 'succeeded',
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}

async function insertCard({ deps }: TestApp, userId: string): Promise<string> {
  const id = randomUUID()
  await deps.db
    .insertInto('payment_methods')
    .values({
      id,
      user_id: userId,
      gateway: 'stripe',
      is_live: 0,
      external_id: id,
      kind: 'card',
      is_default: 1,
      created_at: deps.now().getTime(),
    })
    .execute()
  return id
}

async function insertCheckout({ deps }: TestApp, userId: string): Promise<string> {
  const id = randomUUID()
  const at = deps.now().getTime()
  await deps.db
    .insertInto('checkouts')
    .values({
      id,
      user_id: userId,
      purpose: 'fund',
      amount: 1000,
      currency: 'EUR',
      gateway: 'stripe',
      is_live: 0,
      state: 'completed',
      created_at: at,
      expires_at: at + 3_600_000,
    })
    .execute()
  return id
}

async function insertDifference({ deps }: TestApp): Promise<string> {
  const id = randomUUID()
  const found_at = deps.now().getTime()
  await deps.db
    .insertInto('billing_differences')
    .values({ id, gateway: 'stripe', kind: 'missing_here', subject: id, found_at })
    .execute()
  return id
}

async function subscribe(
  t: TestApp,
  client: TestClient,
  type: Subscribed,
  { sold, metered }: Plans,
): Promise<string> {
  const now = t.deps.now().getTime()
  if (type === 'none') return randomUUID()
  if (type === 'metered') return (await subscribeMetered(t, client, metered, now)).subscriptionId
  return (await plansOf(t, () => client).subscribe(sold, { user_id: client.userId })).id
}

/** Gives a user a live subscription, credit, an open invoice, a payment and a checkout. */
export async function seedBilling(
  t: TestApp,
  client: TestClient,
  type: Subscribed = 'fixed',
): Promise<Billing> {
  const { deps } = t
  const { userId } = client
  const plans = await plansFor(t)
  const subscription = await subscribe(t, client, type, plans)
  const grant = { id: deps.newId(), userId, amount: 5000, currency: 'EUR' }
  await deps.transact(tx => grantCredit(tx, deps, { ...grant, note: 'admin_credit' }))
  // In another currency, so that the credit does not pay it.
  const invoice = await invoiceMaker(t).open(userId, 1000, { currency: 'USD' })
  return {
    userId,
    offer: plans.offer,
    subscription,
    invoice: invoice.id,
    checkout: await insertCheckout(t, userId),
    payment: await insertPayment(t, userId),
    card: await insertCard(t, userId),
    difference: await insertDifference(t),
  }
}
