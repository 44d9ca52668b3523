import { readConfig } from '../src/config.ts'
import { endSubscriptionsOf } from '../src/features/subscriptions/index.ts'
import type { Card } from './gateways/shared/cards.ts'
import {
  advanceSimulators,
  closeSimulators,
  type SimulatedGateway,
  type Simulators,
  sendEventsTo,
  simulatorVariables,
  startSimulators,
} from './gateways/simulators.ts'
import { plansOf } from './plans.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

const PATH = '/api/subscriptions'

/** Calls of users and of an administrator. Each has a new session, as sessions end while clocks are moved. */
function callsOf(t: TestApp, admin: TestClient) {
  const act = async (user: TestClient, path: string, body: object = {}) =>
    (await t.signInAgain(user)).send('POST', `${PATH}/${path}`, body)
  const read = async (user: TestClient, path: string) =>
    (await t.signInAgain(user)).send('GET', `${PATH}/${path}`)
  return {
    act,
    read,
    detail: async (user: TestClient) => (await read(user, 'detail')).body.data?.attributes,
    asAdmin: async (method: string, path: string, body?: object) =>
      (await t.signInAgain(admin)).send(method, `${PATH}/admin${path}`, body),
    rows: (table: 'payments' | 'invoices' | 'subscriptions' | 'refunds', userId: string) =>
      table === 'refunds'
        ? t.deps.db
            .selectFrom('refunds')
            .innerJoin('payments', 'payments.id', 'refunds.payment_id')
            .selectAll('refunds')
            .where('payments.user_id', '=', userId)
            .orderBy('refunds.created_at')
            .execute()
        : t.deps.db
            .selectFrom(table)
            .selectAll()
            .where('user_id', '=', userId)
            .orderBy(table === 'invoices' ? 'issued_at' : 'created_at')
            .execute(),
  }
}

interface Purchase {
  driver?: SimulatedGateway
  card?: Card
}

/** Checkouts and those who pay them. @param usual the gateway unless another one is named */
function purchasesOf(
  t: TestApp,
  { act, read }: ReturnType<typeof callsOf>,
  usual: SimulatedGateway,
  pay: (driver: SimulatedGateway, externalId: string, card?: Card) => unknown,
) {
  /** Opens a checkout by a call. @returns its id here and at the gateway */
  const openBy = async (user: TestClient, path: string, body: object) => {
    const { status, body: answer } = await act(user, path, body)
    if (status !== 201) throw new Error(JSON.stringify(answer))
    const row = await t.deps.db
      .selectFrom('checkouts')
      .selectAll()
      .where('id', '=', answer.data.id)
      .executeTakeFirstOrThrow()
    return {
      id: row.id,
      externalId: row.external_id ?? '',
      subscriptionId: row.subscription_id ?? '',
    }
  }
  const open = (user: TestClient, plan: string, driver: string = usual) =>
    openBy(user, 'checkout', { plan, driver })
  const returnFrom = async (user: TestClient, id: string) =>
    (await read(user, `checkouts/${id}`)).body.data.attributes.state as string
  return {
    openBy,
    open,
    returnFrom,
    /** A user who bought the plan. */
    async subscribed(plan: string, { driver = usual, card }: Purchase = {}) {
      const user = await t.signIn()
      const checkout = await open(user, plan, driver)
      pay(driver, checkout.externalId, card)
      await returnFrom(user, checkout.id)
      return { user, ...checkout }
    },
    /** Pays an amount into the balance of a user, by default of a new one. */
    async fund(
      due: { amount: number; currency: string },
      { driver = usual, card, user }: Purchase & { user?: TestClient } = {},
    ) {
      const payer = user ?? (await t.signIn())
      const checkout = await openBy(payer, 'fund', { ...due, driver })
      pay(driver, checkout.externalId, card)
      await returnFrom(payer, checkout.id)
      return { user: payer, ...checkout }
    },
  }
}

/** The fourth of next January, so that the months of a test are as long whenever it runs. */
export const startsAt = () => Date.UTC(new Date().getUTCFullYear() + 1, 0, 4, 10)

/** A server with fixed subscriptions and simulated gateways. */
export async function openShop<Name extends SimulatedGateway>(...names: [Name, ...Name[]]) {
  const simulators = await startSimulators(names)
  const started = Object.entries(simulators) as [SimulatedGateway, Simulators[SimulatedGateway]][]
  const { gateways } = readConfig(simulatorVariables(simulators))
  const t = await createTestApp({ config: { gateways } })
  const later = async (ms: number) => {
    await t.jobsLater(ms)
    await advanceSimulators(simulators, ms)
  }
  await later(startsAt() - Date.now())
  await t.settings({ subscription_type: 'fixed' })
  let admin = await t.signIn('admin')
  const plans = plansOf(t, () => admin)
  const calls = callsOf(t, admin)
  /** Pays on the page of a gateway. */
  const pay = (driver: SimulatedGateway, externalId: string, card: Card = 'ok') =>
    started.find(([name]) => name === driver)?.[1].pay(externalId, { card })
  return {
    t,
    simulators,
    pay,
    ...calls,
    ...purchasesOf(t, calls, names[0], pay),
    async sellPlan(more: object = {}) {
      admin = await t.signInAgain(admin)
      const plan = await plans.create(more)
      await t.runJobs()
      return plan as { id: string; attributes: { name: string } }
    },
    /** Sends the events of the gateways to the server from now on. */
    listen: () => sendEventsTo(simulators, t.origin),
    /** Delivers all events and runs the jobs that they queue. */
    async hear() {
      for (const [, simulator] of started) await simulator.deliver()
      await t.runJobs()
    },
    /** Moves the clocks of the server, of its queue and of the gateways. */
    later,
    /** Ends all subscriptions, also at the gateways, so that clocks that are moved later renew none. */
    async endAll() {
      const live = await t.deps.db
        .selectFrom('subscriptions')
        .select('user_id')
        .where('status', '<>', 'completed')
        .execute()
      for (const { user_id } of live)
        await t.deps.transact(tx => endSubscriptionsOf(tx, t.deps, user_id))
      await t.runJobs()
    },
    /** Calls of gateways and answers to them that don't match their descriptions. */
    violations: () => started.flatMap(([, simulator]) => simulator.violations),
    clearFaults() {
      for (const [, simulator] of started) simulator.faults.clear()
    },
    async close() {
      await t.close()
      await closeSimulators(simulators)
    },
  }
}

/** A server with fixed subscriptions and a simulated Stripe. */
export async function openStripeShop() {
  const shop = await openShop('stripe')
  return { ...shop, simulator: shop.simulators.stripe }
}
