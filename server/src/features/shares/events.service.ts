import { type PageQuery, rowsOf } from '@coffer/contract'
import { HOUR_MS } from '@coffer/contract/durations'
import type { Actor, ShareActor, UserActor } from '../../actor.ts'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { ShareWithItem } from '../../db/schema-sharing.ts'
import type { Deps } from '../../deps.ts'
import type { BulkFilter } from '../items/index.ts'
import type { EventRow } from './events.repository.ts'
import * as events from './events.repository.ts'
import { requireOwn } from './shares.service.ts'

/** Per share: guests without an account can create entries. */
const MAX_EVENTS_PER_SHARE = 5000
/** Per share: guests can repeat a download or enter the password as often as they like. */
const MAX_EVENTS_PER_HOUR = 1000
/** Small enough that other writers get their turn between two batches. */
const DELETE_BATCH = 1000

type EventDeps = Pick<Deps, 'now' | 'newId'>
export type ShareEventInput = Pick<EventRow, 'kind'> &
  Partial<Pick<EventRow, 'item_id' | 'name' | 'bytes' | 'device'>>

/** Adds events to the activity of a share. */
export const recordShareEvents = (
  tx: Db,
  { now, newId }: EventDeps,
  { id: share_id, item_id }: Pick<ShareWithItem, 'id' | 'item_id'>,
  all: readonly ShareEventInput[],
): Promise<void> => {
  recordChange(tx, 'share', [item_id])
  return events.insertEvents(
    tx,
    all.map(event => ({
      id: newId(),
      share_id,
      item_id: null,
      name: null,
      bytes: null,
      device: null,
      created_at: now().getTime(),
      ...event,
    })),
  )
}

/** Records events if the actor is a guest of a share; actions of users are not share activity. */
export async function recordShareEvent(
  tx: Db,
  deps: EventDeps,
  actor: Actor,
  all: readonly ShareEventInput[],
): Promise<void> {
  if (actor.kind === 'share' && all.length > 0)
    await recordShareEvents(
      tx,
      deps,
      actor.share,
      all.map(event => ({ device: actor.device, ...event })),
    )
}

/** Whether a share may get another event of these kinds in this hour. */
const isBelowHourlyMaximum = async (
  tx: Db,
  { now }: EventDeps,
  shareId: string,
  kinds: readonly EventRow['kind'][],
): Promise<boolean> =>
  (await events.countSince(tx, shareId, kinds, now().getTime() - HOUR_MS)) < MAX_EVENTS_PER_HOUR

/** Records that a guest entered the password, unless the share had very many such events. */
export async function recordUnlock(
  tx: Db,
  deps: EventDeps,
  share: Pick<ShareWithItem, 'id' | 'item_id'>,
  device: string | null,
): Promise<void> {
  if (await isBelowHourlyMaximum(tx, deps, share.id, ['unlocked']))
    await recordShareEvents(tx, deps, share, [{ kind: 'unlocked', device }])
}

/**
 * Records that a guest gets content, unless the share had very many such events in the last hour.
 * @returns whether it was recorded
 */
export async function recordGuestDownload(
  tx: Db,
  deps: EventDeps,
  actor: ShareActor,
  event: ShareEventInput,
): Promise<boolean> {
  if (!(await isBelowHourlyMaximum(tx, deps, actor.share.id, ['viewed', 'downloaded'])))
    return false
  await recordShareEvent(tx, deps, actor, [event])
  return true
}

/** As `recordShareEvent`, for all items of a bulk selection, with one statement. */
export async function recordShareEventOfItems(
  tx: Db,
  { now, newId }: EventDeps,
  actor: Actor,
  kind: EventRow['kind'],
  filter: BulkFilter,
): Promise<void> {
  if (actor.kind !== 'share') return
  const { share, device } = actor
  recordChange(tx, 'share', [share.item_id])
  const event = { id: newId(), share_id: share.id, kind, device, created_at: now().getTime() }
  await events.insertItemEvents(tx, event, filter, MAX_EVENTS_PER_SHARE)
}

/** A page of the activity of the caller's share. */
export async function listEvents(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  token: string,
  query: PageQuery,
) {
  const { id } = await requireOwn(db, actor, token)
  const total = await events.countEvents(db, id)
  const rows = await events.listEvents(db, id, rowsOf(query))
  return { rows, total }
}

const RETENTION_MS = 365 * 86_400_000

/** Deletes activity that is too old or exceeds the limit per share. */
export async function clearOldEvents({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await events.deleteEventsBefore(db, now().getTime() - RETENTION_MS)
  for (const shareId of await events.findOverfull(db, MAX_EVENTS_PER_SHARE)) {
    const surplus = { shareId, maximum: MAX_EVENTS_PER_SHARE, limit: DELETE_BATCH }
    while ((await events.deleteSurplusEvents(db, surplus)) === DELETE_BATCH);
  }
}
