import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/items'
import type { ItemRef, OnConflict } from '@coffer/contract/items'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type Found, holdTransfer, requireFolder, requireItems } from './items.access.ts'
import * as items from './items.repository.ts'
import { canReplace, liesWithin, roundsOf } from './items.rules.ts'
import {
  byCopying,
  byMoving,
  intoFolder,
  type TransferDeps,
  type Way,
} from './transfer-ways.service.ts'
import type { Taken } from './whole-transfers.repository.ts'

type Transfer = Omit<Input<typeof contract.moveItems>['body'], 'items' | 'all_in'> & {
  items: readonly ItemRef[]
}

/** What can't take another item's place, because it is of another kind, stands beside it. */
async function put<P>(
  tx: Db,
  found: readonly Found[],
  folderId: string,
  onConflict: OnConflict,
  way: Way<P>,
): Promise<{ placed: readonly P[]; replaced: number }> {
  const rowsOf = (some: readonly Found[]) => some.map(({ item }) => item)
  if (onConflict !== 'replace' || found.length === 0)
    return {
      placed: await way.place(rowsOf(found), onConflict === 'skip' ? 'skip' : 'rename'),
      replaced: 0,
    }
  const namesakesOf = (some: readonly Found[]) =>
    items.findNamed(
      tx,
      folderId,
      some.map(({ item }) => item.name_key),
    )
  const placed: P[] = []
  let replaced = 0
  for (const round of roundsOf(found, await namesakesOf(found))) {
    const byKey = new Map((await namesakesOf(round)).map(row => [row.name_key, row]))
    const over = round.flatMap(({ item, line }) => {
      const target = byKey.get(item.name_key)
      return target && canReplace(line, target) ? [{ item, target }] : []
    })
    const pairs = over.map(({ item, target }) => ({ sourceId: item.id, targetId: target.id }))
    const replacing = new Set(over.map(({ item }) => item))
    await way.replace([...replacing], pairs)
    const others = rowsOf(round).filter(item => !replacing.has(item))
    placed.push(...(await way.place(others, 'rename')))
    replaced += pairs.length
  }
  return { placed, replaced }
}

export const moveItems = (deps: TransferDeps, actor: Actor, input: Transfer) =>
  deps.transact(async tx => {
    // Held: two moves at once could otherwise put each inside the other.
    const held = await holdTransfer(tx, actor, input.items, 'move', input.to_id)
    const { found, folder, line } = held
    if (found.some(({ item }) => liesWithin(line, item.id))) throw new AppError('item.into_itself')
    const moving = found.filter(({ item }) => item.parent_id !== folder.id)
    const into = await intoFolder(tx, deps, actor, folder)
    const way = byMoving(into)
    const { placed, replaced } = await put(tx, moving, folder.id, input.on_conflict, way)
    const before = new Map(moving.map(({ item }) => [item.id, item.name]))
    const renamed = placed.filter(({ id, name }) => before.get(id) !== name)
    const changed = placed.length + replaced
    return {
      ...{ changed, skipped: found.length - changed },
      renamed: renamed.map(({ id, type, name }) => ({ id, type, name })),
    }
  })

export const copyItems = (deps: TransferDeps, actor: Actor, input: Transfer) =>
  deps.transact(async tx => {
    const held = await holdTransfer(tx, actor, input.items, 'download', input.to_id)
    const { found, folder, line } = held
    if (found.some(({ item }) => item.trashed_at !== null)) throw new AppError('auth.forbidden')
    if (found.some(({ item }) => liesWithin(line, item.id))) throw new AppError('item.into_itself')
    // What lies there already would be put over itself.
    const copying = found.filter(
      ({ item }) => input.on_conflict !== 'replace' || item.parent_id !== folder.id,
    )
    const into = await intoFolder(tx, deps, actor, folder)
    const way = byCopying(into)
    const { placed, replaced } = await put(tx, copying, folder.id, input.on_conflict, way)
    const changed = placed.length + replaced
    return { changed, skipped: found.length - changed, created: [...placed] }
  })

/** Which items would meet a taken name, in one query besides who may ask. */
export async function findConflicts(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  input: Pick<Transfer, 'items' | 'to_id'>,
): Promise<{ conflicts: Taken[]; total: number }> {
  const found = await requireItems(db, actor, input.items, 'download')
  const { folder } = await requireFolder(db, actor, input.to_id)
  const keys = found.map(({ item }) => item.name_key)
  const namesakes = await items.findNamesakes(db, folder.id, keys)
  const byKey = new Map(namesakes.map(row => [row.name_key, row]))
  const conflicts = found.flatMap(({ item }) => {
    const existing = byKey.get(item.name_key)
    return existing && existing.id !== item.id ? [{ item, existing }] : []
  })
  return { conflicts, total: conflicts.length }
}
