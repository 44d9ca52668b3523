import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { UploadRow } from '../../db/schema.ts'
import { findVisible, type ItemView } from '../items/index.ts'
import { findGuestIds } from './senders.repository.ts'
import { isRecognizedById, senderOf } from './upload-keys.ts'
import type { UploadKey } from './uploads.repository.ts'

/**
 * Returns the items of an actor's finished uploads, by id, as far as the actor may still see them.
 * One who is recognized by upload ids sent them as the guests of several batches.
 */
export async function findFinishedItems(
  db: Db,
  actor: Actor,
  itemIds: readonly string[],
): Promise<Map<string, ItemView>> {
  const senders = isRecognizedById(actor)
    ? (await findGuestIds(db, itemIds)).map(guestId => ({ ...actor, guestId }))
    : [actor]
  const items = new Map<string, ItemView>()
  for (const sender of senders)
    for (const { item } of await findVisible(db, sender, itemIds)) items.set(item.id, item)
  return items
}

/** The sender of new files in a batch: the guest who sent others of its files before, if any. */
export async function batchSender(
  db: Db,
  actor: Actor,
  keys: readonly UploadKey[],
  existing: ReadonlyMap<string, UploadRow>,
): Promise<Actor> {
  if (!isRecognizedById(actor)) return actor
  const itemIds = [...existing.values()].flatMap(({ item_id }) => item_id ?? [])
  const [guestId] = await findGuestIds(db, itemIds)
  return guestId === undefined ? senderOf(actor, keys[0]?.id) : { ...actor, guestId }
}
