import { readConfig } from '../src/config.ts'
import { renewDue } from '../src/features/subscriptions/index.ts'
import { bookedFor } from './booked.ts'
import type { Card } from './gateways/shared/cards.ts'
import {
  CURRENCY_OF,
  type SimulatedGateway,
  type Simulators,
  signatureHeaders,
  simulatorVariables,
  startSimulators,
} from './gateways/simulators.ts'
import { plansOf } from './plans.ts'
import { startsAt } from './subscriptions.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

const PATH = '/api/subscriptions'

/** The limits of the plan that a shop sells, in bytes, and those of users without a plan. */
export const PLAN_BYTES = 100_000_000_000
export const DEFAULT_BYTES = 5_000_000_000

/** A server with fixed subscriptions and one simulated gateway, whose events come when a test delivers them. */
export async function openGatewayShop<Name extends SimulatedGateway>(name: Name) {
  const simulators = await startSimulators([name])
  const simulator: Simulators[Name] = simulators[name]
  const currency = CURRENCY_OF[name]
  const { gateways } = readConfig(simulatorVariables(simulators))
  const t = await createTestApp({ config: { gateways } })
  const later = async (ms: number) => {
    t.advance(ms)
    await simulator.clock.advance(ms)
  }
  await later(startsAt() - Date.now())
  await t.settings({ subscription_type: 'fixed' })
  const admin = await t.signIn('admin')
  const plans = plansOf(t, () => admin)
  const sellPlan = async (more: object = {}) => {
    const plan = await plans.create({ currency, ...more })
    await t.runJobs()
    return plan as { id: string; attributes: { name: string } }
  }
  /** Reads the checkout of an answer with its ids here and at the gateway. */
  async function opened({ status, body }: Awaited<ReturnType<TestClient['send']>>) {
    if (status !== 201) throw new Error(JSON.stringify(body))
    const row = await t.deps.db
      .selectFrom('checkouts')
      .selectAll()
      .where('id', '=', body.data.id)
      .executeTakeFirstOrThrow()
    return {
      id: row.id,
      externalId: row.external_id ?? '',
      subscriptionId: row.subscription_id ?? '',
    }
  }
  /** Opens a checkout. @returns its id here and at the gateway */
  const open = async (user: TestClient, plan: string, driver: string = name) =>
    opened(await (await t.signInAgain(user)).send('POST', `${PATH}/checkout`, { plan, driver }))
  const returnFrom = async (user: TestClient, id: string) =>
    (await (await t.signInAgain(user)).send('GET', `${PATH}/checkouts/${id}`)).body.data.attributes
      .state as string
  return {
    t,
    simulator,
    currency,
    sellPlan,
    open,
    returnFrom,
    /** Opens a payment into the balance. */
    fund: async (user: TestClient, amount: number) =>
      opened(
        await (await t.signInAgain(user)).send('POST', `${PATH}/fund`, {
          amount,
          currency,
          driver: name,
        }),
      ),
    /** A user who bought the plan. */
    async subscribed(plan: string, payment: { card: Card } = { card: 'ok' }) {
      const user = await t.signIn()
      const checkout = await open(user, plan)
      simulator.pay(checkout.externalId, payment)
      await returnFrom(user, checkout.id)
      return { user, ...checkout }
    },
    // Sessions end while clocks are moved.
    detail: async (user: TestClient) =>
      (await (await t.signInAgain(user)).send('GET', `${PATH}/detail`)).body.data?.attributes,
    act: async (user: TestClient, path: string, body: object = {}) =>
      (await t.signInAgain(user)).send('POST', `${PATH}/${path}`, body),
    asAdmin: async (method: string, path: string, body?: object) =>
      (await t.signInAgain(admin)).send(method, `${PATH}/admin${path}`, body),
    /** Moves the clocks of the server and of the gateway. */
    later,
    /** Runs the hourly renewals, and the syncs that they queue. */
    async renew() {
      await renewDue(t.deps)
      await t.runJobs()
    },
    rows: (table: 'payments' | 'invoices' | 'subscriptions' | 'refunds', userId: string) =>
      table === 'refunds'
        ? t.deps.db
            .selectFrom('refunds')
            .innerJoin('payments', 'payments.id', 'refunds.payment_id')
            .selectAll('refunds')
            .where('payments.user_id', '=', userId)
            .execute()
        : t.deps.db.selectFrom(table).selectAll().where('user_id', '=', userId).execute(),
    /** The rows and cents of a user, to compare with those of an orderly course. */
    booked: (user: TestClient) => bookedFor(t, user),
    ...eventsOf(t, name, simulator),
    async close() {
      await t.close()
      await simulator.close()
    },
  }
}

/** The events of the gateway, which come when a test delivers them. */
function eventsOf<Name extends SimulatedGateway>(
  t: TestApp,
  name: Name,
  simulator: Simulators[Name],
) {
  const path = `${PATH}/${name}/webhooks`
  const sign = (body: string) => signatureHeaders[name](simulator, body)
  return {
    /** Posts an event as the gateway would, to this server or another one. */
    receive: (body: string, headers: Record<string, string> = sign(body), origin = t.origin) =>
      fetch(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      }),
    /** From now on the gateway's events wait until they are delivered to the server. */
    holdEvents() {
      simulator.sendEventsTo(t.origin + path)
      simulator.faults.events.hold = true
    },
    /** Delivers the held events of the types, in the order of the types, and runs their jobs. */
    async deliver(...types: string[]) {
      await simulator.deliver(held =>
        types.flatMap(type => held.filter(each => each.type === type)),
      )
      await t.runJobs()
    },
  }
}
