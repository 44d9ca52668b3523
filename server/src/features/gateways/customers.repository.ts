import type { GatewayName } from '@coffer/contract/gateways'
import type { Db } from '../../db/open.ts'
import type { RemoteMethod } from './gateway.ts'

/** A gateway in one of its modes. */
export interface GatewayMode {
  name: GatewayName
  isLive: boolean
}

const flagOf = (isLive: boolean): 0 | 1 => (isLive ? 1 : 0)

export async function findCustomer(
  db: Db,
  userId: string,
  { name, isLive }: GatewayMode,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('gateway_customers')
    .select('external_id')
    .where('user_id', '=', userId)
    .where('gateway', '=', name)
    .where('is_live', '=', flagOf(isLive))
    .executeTakeFirst()
  return row?.external_id
}

/** Stores a customer unless there is one already. */
export async function insertCustomer(
  db: Db,
  userId: string,
  { name, isLive }: GatewayMode,
  { externalId, createdAt }: { externalId: string; createdAt: number },
): Promise<void> {
  await db
    .insertInto('gateway_customers')
    .values({
      user_id: userId,
      gateway: name,
      is_live: flagOf(isLive),
      external_id: externalId,
      created_at: createdAt,
    })
    .onConflict(oc => oc.doNothing())
    .execute()
}

/** Replaces a customer that is missing at the gateway, unless that has been done meanwhile. */
export async function replaceCustomer(
  db: Db,
  userId: string,
  { name, isLive }: GatewayMode,
  { missing, externalId }: { missing: string; externalId: string },
): Promise<void> {
  await db
    .updateTable('gateway_customers')
    .set({ external_id: externalId })
    .where('user_id', '=', userId)
    .where('gateway', '=', name)
    .where('is_live', '=', flagOf(isLive))
    .where('external_id', '=', missing)
    .execute()
}

export const findMethods = (db: Db, userId: string) => findMethodsOf(db, [userId])

/** The saved methods of users; those of each begin with the default. */
export const findMethodsOf = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', 'in', userIds)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

interface MethodOwner {
  userId: string
  gateway: GatewayMode
  newId: () => string
  at: number
}

/**
 * Gives a saved card the id of its newest payment, unless a card has that id already.
 * @returns the card's id here; undefined if it is new, or has that id
 */
async function renewMethod(
  db: Db,
  { userId, gateway }: MethodOwner,
  { externalId, signature }: RemoteMethod,
): Promise<string | undefined> {
  if (signature === null) return undefined
  const methods = db
    .selectFrom('payment_methods')
    .select('id')
    .where('gateway', '=', gateway.name)
    .where('is_live', '=', flagOf(gateway.isLive))
  const known = await methods.where('external_id', '=', externalId).executeTakeFirst()
  if (known) return undefined
  const card = await methods
    .where('user_id', '=', userId)
    .where('signature', '=', signature)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!card) return undefined
  await db
    .updateTable('payment_methods')
    .set({ external_id: externalId, needs_attention: null })
    .where('id', '=', card.id)
    .execute()
  return card.id
}

/**
 * Stores or updates a method. A method of another user is left unchanged.
 * @returns the id of a method that is new, or that the user has entered again
 */
export async function upsertMethod(
  db: Db,
  owner: MethodOwner,
  method: RemoteMethod,
): Promise<string | undefined> {
  const { userId, gateway, newId, at } = owner
  const id = newId()
  const renewed = await renewMethod(db, owner, method)
  const changes = {
    kind: method.kind,
    brand: method.brand,
    last4: method.last4,
    expires_at: method.expiresAt,
    ...(method.payerEmail !== null && { payer_email: method.payerEmail }),
    ...(method.signature !== null && { signature: method.signature }),
  }
  const stored = await db
    .insertInto('payment_methods')
    .values({
      id,
      user_id: userId,
      gateway: gateway.name,
      is_live: flagOf(gateway.isLive),
      external_id: method.externalId,
      ...changes,
      is_default: 0,
      needs_attention: null,
      created_at: at,
    })
    .onConflict(oc =>
      oc
        .columns(['gateway', 'external_id'])
        .doUpdateSet(changes)
        .where('payment_methods.user_id', '=', userId),
    )
    .returning('id')
    .executeTakeFirst()
  return renewed ?? (stored?.id === id ? id : undefined)
}

/** Locks a method until the transaction ends. @returns false if it was removed meanwhile */
export async function lockMethod(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('payment_methods')
    .set(eb => ({ is_default: eb.ref('is_default') }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns the row, or undefined if the user has no such method */
export const deleteMethod = (db: Db, userId: string, id: string) =>
  db
    .deleteFrom('payment_methods')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()

/** Makes one method the default and no other. */
export async function chooseDefault(db: Db, userId: string, id: string): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set(eb => ({
      is_default: eb.case().when('id', '=', id).then<0 | 1>(1).else<0 | 1>(0).end(),
    }))
    .where('user_id', '=', userId)
    .execute()
}

/** Marks a method as working, as a payment with it has succeeded. @param used its id here or at the gateway */
export async function clearMethodAttention(
  db: Db,
  gateway: GatewayName,
  used: { id: string | null; externalId: string | undefined },
): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ needs_attention: null })
    .where('gateway', '=', gateway)
    .where('needs_attention', 'is not', null)
    .where(eb =>
      eb.or([eb('id', '=', used.id ?? ''), eb('external_id', '=', used.externalId ?? '')]),
    )
    .execute()
}

/** Stores why a method cannot be charged any more, such as an expired card. */
export async function setMethodAttention(db: Db, id: string, reason: string): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ needs_attention: reason })
    .where('id', '=', id)
    .execute()
}
