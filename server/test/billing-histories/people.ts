import { PING_PATH } from '@coffer/contract/constants'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import type { Random } from '../durability/seeded.ts'
import type { Card } from '../gateways/shared/cards.ts'
import { TestClient } from '../test-client.ts'
import type { Figures } from './figures.ts'
import { GATEWAYS, type GatewayName, type Gateways } from './gateways.ts'
import { type HistoryServer, Killed } from './servers.ts'

export const CURRENCY = 'USD'
export const PASSWORD = 'correct horse battery'
const GB = 1_000_000_000

export interface Person {
  userId: string
  email: string
  isDeleted: boolean
}

export interface World {
  random: Random
  figures: Figures
  gateways: Gateways
  /** A running server, chosen at random. */
  server: () => HistoryServer
  type: 'fixed' | 'metered'
  plans: readonly string[]
  admin: Person
  /** Something that happens so much later. */
  later: (ms: number, run: () => void) => void
  failures: string[]
}

type Action = (world: World, person: Person) => Promise<void>

const CARDS: readonly (readonly [Card, number])[] = [
  ['ok', 70],
  ['declined_soft', 6],
  ['declined_hard', 4],
  ['expired', 2],
  ['requires_3ds', 5],
  ['declined_later', 7],
  ['pending', 3],
  ['pending_then_denied', 3],
]

/** Chooses by weights. */
function weighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  let left = random.below(choices.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [choice, weight] of choices) {
    left -= weight
    if (left < 0) return choice
  }
  throw new Error('There is nothing to choose.')
}

const oneOf = <T>(random: Random, list: readonly T[]): T => {
  const chosen = list[random.below(list.length)]
  if (chosen === undefined) throw new Error('There is nothing to choose.')
  return chosen
}

/** A browser of the person with a new session at one of the servers. */
export async function browser(server: HistoryServer, { userId }: Person): Promise<TestClient> {
  const client = new TestClient(server.origin, userId)
  const cookie = await server.call('openSession', userId)
  client.cookies.set(cookie.name, cookie.value)
  // The first response sets the CSRF cookie.
  await client.fetch(PING_PATH)
  return client
}

async function send(
  world: World,
  person: Person,
  [method, path, body]: readonly [method: string, path: string, body?: object],
) {
  const client = await browser(world.server(), person)
  const answer = await client.send(method, `/api/${path}`, body)
  if (answer.status >= 400) world.figures['refused actions'] += 1
  const isExpected = answer.status < 500 || answer.body.code?.startsWith('subscription.gateway_')
  if (!isExpected)
    world.failures.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

/** Goes to the page of the gateway, pays there or not, and comes back or not. */
async function visit(world: World, person: Person, checkout: CreatedCheckout): Promise<void> {
  const { random, gateways } = world
  const { id, attributes } = checkout
  const { driver, url } = attributes
  if (url === null || driver === 'system') return
  const card = weighted(random, CARDS)
  if (random.oneIn(12)) return
  if (random.oneIn(8)) {
    world.later(random.below(2 * HOUR_MS), () => gateways.pay(driver, url, card))
    return
  }
  if (!gateways.pay(driver, url, card) && random.oneIn(2)) gateways.pay(driver, url, 'ok')
  if (!random.oneIn(4)) await send(world, person, ['GET', `subscriptions/checkouts/${id}`])
}

interface CreatedCheckout {
  id: string
  attributes: { driver: GatewayName | 'system'; url: string | null }
}

async function open(world: World, person: Person, path: string, body: object) {
  const answer = await send(world, person, ['POST', path, body])
  if (answer.status === 201) await visit(world, person, answer.body.data)
}

const subscribe: Action = async (world, person) => {
  const { random, plans } = world
  const driver = random.oneIn(10) ? 'system' : oneOf(random, GATEWAYS)
  const body = { plan: oneOf(random, plans), driver }
  if (!random.oneIn(10)) return open(world, person, 'subscriptions/checkout', body)
  // Two tabs at once.
  const other = { ...body, driver: oneOf(random, GATEWAYS) }
  const tabs = [body, other].map(each => open(world, person, 'subscriptions/checkout', each))
  await Promise.all(tabs)
}

const fund: Action = async (world, person) => {
  const body = {
    amount: 500 + world.random.below(5000),
    currency: CURRENCY,
    driver: oneOf(world.random, GATEWAYS),
  }
  await open(world, person, 'subscriptions/fund', body)
}

const addCard: Action = async (world, person) =>
  open(world, person, 'subscriptions/payment-methods', {
    driver: oneOf(world.random, ['stripe', 'paystack'] as const),
  })

const readOverview: Action = async (world, person) => {
  await send(world, person, ['GET', 'subscriptions/overview'])
}

const cancel: Action = async (world, person) => {
  await send(world, person, ['POST', 'subscriptions/cancel'])
}

const resume: Action = async (world, person) => {
  await send(world, person, ['POST', 'subscriptions/resume'])
}

const swap: Action = async (world, person) => {
  const plan = oneOf(world.random, world.plans)
  const path = `subscriptions/swap/${plan}`
  const { body } = await send(world, person, ['GET', path])
  const { previewed_at } = body.data ?? {}
  const answer = await send(world, person, ['POST', path, { previewed_at }])
  if (answer.status === 200 && answer.body.checkout)
    await visit(world, person, answer.body.checkout)
}

/** The bank of the user changes its mind. */
const changeCard: Action = async ({ gateways, random, server }, { userId }) => {
  const card = weighted(random, CARDS)
  const subscription = await server().call('subscription', userId)
  if (subscription?.gateway === 'paypal' && subscription.external_id)
    return gateways.setCard('paypal', subscription.external_id, card)
  for (const method of await server().call('methods', userId))
    gateways.setCard(method.gateway as GatewayName, method.external_id, card)
}

const refund: Action = async (world, person) => {
  const { random, admin } = world
  const paid = await world.server().call('payments', person.userId)
  const payments = paid.filter(({ gateway }) => gateway !== 'system')
  if (payments.length === 0) return
  const { id, amount, refunded } = oneOf(random, payments)
  if (refunded >= amount) return
  const part = random.oneIn(2) ? { amount: 1 + random.below(amount - refunded) } : {}
  const body = { reason: 'A history', ...part }
  await send(world, admin, ['POST', `subscriptions/admin/payments/${id}/refund`, body])
}

/** On the gateway's own site, where also spent money can be refunded. */
const refundThere: Action = async ({ random, gateways, server }, person) => {
  const paid = await server().call('payments', person.userId)
  const payments = paid.filter(each => each.gateway !== 'system' && each.refunded < each.amount)
  if (payments.length === 0) return
  const payment = oneOf(random, payments)
  const left = payment.amount - payment.refunded
  const amount = random.oneIn(2) ? left : 1 + random.below(left)
  await gateways.refund(payment, amount, payment.purpose === 'fund')
}

const dispute: Action = async (world, person) => {
  const { random, gateways, figures } = world
  const paid = await world.server().call('payments', person.userId)
  const payments = paid.filter(each => each.gateway !== 'system' && each.refunded === 0)
  if (payments.length === 0) return
  const { gateway, external_id } = oneOf(random, payments)
  const disputed = gateways.dispute(gateway as GatewayName, external_id ?? '')
  if (!disputed) return
  figures.disputes += 1
  const outcome = random.oneIn(2) ? 'won' : 'lost'
  world.later(random.below(20 * DAY_MS), () => disputed.close(outcome))
}

/** PayPal takes a payment, or a part of it, and may return what it took, also months later. */
const reverse: Action = async ({ random, gateways, server, later }, { userId }) => {
  const paid = await server().call('payments', userId)
  const payments = paid.filter(each => each.gateway === 'paypal' && each.refunded < each.amount)
  if (payments.length === 0) return
  const { external_id, amount, refunded } = oneOf(random, payments)
  const id = external_id ?? ''
  if (random.oneIn(3)) {
    gateways.reverse(id, 1 + random.below(amount - refunded))
    return
  }
  // PayPal returns what it took within the time for which such payments are read again.
  const isTaken = gateways.reverse(id)
  if (isTaken && random.oneIn(2))
    later(random.below(50 * DAY_MS), () => gateways.cancelReversal(id))
}

const credit: Action = async (world, { userId }) => {
  const body = { amount: 1 + world.random.below(2000), currency: CURRENCY, reason: 'A gift' }
  await send(world, world.admin, ['POST', `admin/users/${userId}/credit`, body])
}

const endAsAdmin: Action = async (world, { userId }) => {
  const subscription = await world.server().call('subscription', userId)
  const kind = world.random.oneIn(2) ? 'end' : 'cancel'
  const path = `subscriptions/admin/${subscription?.id}/${kind}`
  if (subscription) await send(world, world.admin, ['POST', path, { reason: 'A history' }])
}

const deleteAccount: Action = async (world, person) => {
  const body = { email: person.email, password: PASSWORD, end_subscription: true }
  const { status } = await send(world, person, ['DELETE', 'user', body])
  if (status !== 204) return
  person.isDeleted = true
  world.figures['accounts deleted'] += 1
}

const use: Action = async ({ server, random }, { userId }) => {
  const bytes = random.below(200) * GB
  await server().call('use', { userId, bytes, traffic: random.below(50) * GB })
}

const setLimit: Action = async (world, person) => {
  const path = `subscriptions/${world.random.oneIn(2) ? 'spending-cap' : 'billing-alert'}`
  const body = { amount: 100 + world.random.below(3000) }
  await send(world, person, world.random.oneIn(4) ? ['DELETE', path] : ['PUT', path, body])
}

const FIXED: readonly (readonly [Action, number])[] = [
  [subscribe, 40],
  [readOverview, 10],
  [cancel, 8],
  [resume, 8],
  [swap, 14],
  [changeCard, 8],
  [fund, 6],
  [addCard, 3],
  [refund, 4],
  [refundThere, 1],
  [dispute, 2],
  [reverse, 3],
  [credit, 2],
  [endAsAdmin, 1],
  [deleteAccount, 1],
]

const METERED: readonly (readonly [Action, number])[] = [
  [use, 45],
  [fund, 12],
  [addCard, 12],
  [changeCard, 8],
  [readOverview, 5],
  [setLimit, 6],
  [refund, 4],
  [refundThere, 1],
  [dispute, 2],
  [reverse, 3],
  [credit, 2],
  [deleteAccount, 1],
]

/** One action of a person, which a killed server may cut off. */
export async function act(world: World, person: Person): Promise<void> {
  const action = weighted(world.random, world.type === 'fixed' ? FIXED : METERED)
  world.figures['actions of users'] += 1
  try {
    await action(world, person)
  } catch (error) {
    // `fetch` throws a TypeError when its connection is closed.
    if (!(error instanceof Killed || error instanceof TypeError)) throw error
    world.figures['requests cut off'] += 1
  }
}
