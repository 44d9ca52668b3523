import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import {
  chooseDefault,
  deleteMethod,
  findCustomer,
  findMethods,
  insertCustomer,
  replaceCustomer,
  upsertMethod,
} from './customers.repository.ts'
import { queueForget } from './forget-method.job-types.ts'
import type { CheckoutInput, CustomerInput, Gateway, RemoteMethod } from './gateway.ts'

type CustomerDeps = Pick<Deps, 'db' | 'transact' | 'now'>

/**
 * Returns the user's customer at a gateway, which is created once: the gateway recognizes a repeated
 * call by its key, and the first stored row wins. Customers are never matched by email address.
 * @returns null for gateways without customers
 */
export async function ensureCustomer(
  { db, transact, now }: CustomerDeps,
  gateway: Gateway,
  customer: CustomerInput,
): Promise<string | null> {
  const known = await findCustomer(db, customer.userId, gateway)
  if (known !== undefined) return known
  const externalId = await gateway.ensureCustomer(customer)
  if (externalId === null) return null
  return transact(async tx => {
    const createdAt = now().getTime()
    await insertCustomer(tx, customer.userId, gateway, { externalId, createdAt })
    return (await findCustomer(tx, customer.userId, gateway)) ?? externalId
  })
}

/**
 * Creates a user's customer again if it is missing at the gateway.
 * @returns the id there; null for gateways without customers
 */
export async function renewCustomer(
  { transact }: CustomerDeps,
  gateway: Gateway,
  { externalId: known, ...customer }: CheckoutInput['customer'],
): Promise<string | null> {
  if (known === null) return null
  const externalId = await gateway.ensureCustomer(customer, known)
  if (externalId !== null && externalId !== known)
    await transact(tx =>
      replaceCustomer(tx, customer.userId, gateway, { missing: known, externalId }),
    )
  return externalId
}

/**
 * Stores the cards that a sync found. The card that a user adds becomes the default, because an earlier
 * one may be refused whenever it is charged.
 * @returns whether any of them is new
 */
export async function storeMethods(
  tx: Db,
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  { userId, gateway }: { userId: string; gateway: Pick<Gateway, 'name' | 'isLive'> },
  methods: readonly RemoteMethod[],
): Promise<boolean> {
  if (methods.length === 0) return false
  const owner = { userId, gateway, newId, at: now().getTime() }
  const added: { id: string; kind: RemoteMethod['kind'] }[] = []
  for (const method of methods) {
    const id = await upsertMethod(tx, owner, method)
    if (id !== undefined) added.push({ id, kind: method.kind })
  }
  const card = added.findLast(({ kind }) => kind === 'card')
  if (card) await chooseDefault(tx, userId, card.id)
  else await ensureDefault(tx, userId)
  return added.length > 0
}

/** Chooses a default for a user without one: the oldest method that can be charged, or else the oldest. */
async function ensureDefault(tx: Db, userId: string): Promise<void> {
  const methods = await findMethods(tx, userId)
  if (methods.some(({ is_default }) => is_default === 1)) return
  const next = methods.find(({ needs_attention }) => needs_attention === null) ?? methods[0]
  if (next) await chooseDefault(tx, userId, next.id)
}

/**
 * Removes a card of a user, and queues its removal at the gateway, which may be unavailable.
 * @returns whether the user had it
 */
export async function removeMethod(
  tx: Db,
  deps: Pick<Deps, 'jobs'>,
  userId: string,
  id: string,
): Promise<boolean> {
  const method = await deleteMethod(tx, userId, id)
  if (!method) return false
  await ensureDefault(tx, userId)
  recordChange(tx, 'account', [userId])
  const { gateway, is_live, external_id: externalId } = method
  await queueForget(tx, deps, { gateway, isLive: is_live === 1, externalId })
  return true
}
