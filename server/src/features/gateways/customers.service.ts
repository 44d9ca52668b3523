import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import {
  chooseDefault,
  findCustomer,
  findMethods,
  insertCustomer,
  replaceCustomer,
  upsertMethod,
} from './customers.repository.ts'
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
 * Stores the cards that a sync found. The first card becomes the default.
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
  let isNew = false
  for (const method of methods) isNew = (await upsertMethod(tx, owner, method)) || isNew
  const stored = await findMethods(tx, userId)
  const [first] = stored
  if (first && !stored.some(({ is_default }) => is_default === 1))
    await chooseDefault(tx, userId, first.id)
  return isNew
}
