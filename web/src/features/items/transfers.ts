import { copyItems, type Item, type ItemRef, type OnConflict } from '@coffer/contract/items'
import { removeItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { BATCH_SIZE, type ItemCache, removeOptimistically } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { doneToast, requireUndone } from '../../ui/toasts/undo.ts'
import { askConflicts, type Choices, type Conflict } from './conflict-questions.ts'

interface Target {
  id: string | null
  name: string
}

/** Splits a list into batches of at most BATCH_SIZE. */
export const batchesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH_SIZE) }, (_, index) =>
    all.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  )

/** The references to items that requests contain. */
export const refsOf = (items: readonly ItemRef[]): ItemRef[] =>
  items.map(({ id, type }) => ({ id, type }))

async function conflictsIn(
  { scope }: ItemCache,
  items: readonly Item[],
  folderId: string | null,
): Promise<Conflict[]> {
  const { more } = scope
  if (!more) return []
  const requests = batchesOf(items).map(async batch => {
    const { data } = await api(more.findConflicts, {
      body: { to_id: folderId, items: refsOf(batch) },
    })
    return data
  })
  return (await Promise.all(requests)).flat()
}

/** Asks once how to resolve the name conflicts. Returns null when the user cancels. */
async function askChoices(
  cache: ItemCache,
  how: 'move' | 'copy',
  items: readonly Item[],
  target: Target,
): Promise<Choices | null> {
  const conflicts = await conflictsIn(cache, items, target.id)
  return conflicts.length === 0 ? new Map() : askConflicts({ how, folder: target.name, conflicts })
}

/**
 * Groups items by conflict resolution into requests of at most BATCH_SIZE items; skipped ones are
 * left out.
 */
export function groupByResolution(
  refs: readonly ItemRef[],
  choices: Choices,
): { items: ItemRef[]; on_conflict: OnConflict }[] {
  const byResolution = Map.groupBy(refs, ({ id }) => choices.get(id) ?? 'rename')
  byResolution.delete('skip')
  return [...byResolution].flatMap(([on_conflict, batch]) =>
    batchesOf(batch).map(items => ({ items, on_conflict })),
  )
}

/**
 * Moves items optimistically and reverts when the server rejects it; the toast can undo it.
 * @param onConfirmed called when all name conflicts are resolved
 */
export async function moveTo(
  cache: ItemCache,
  items: readonly Item[],
  target: Target,
  onConfirmed: () => void = () => {},
): Promise<void> {
  const movable = items.filter(
    item => item.attributes.parent_id !== target.id && item.id !== target.id,
  )
  if (movable.length === 0) return notifyIfAlreadyThere(items, target)
  const newNames = new Map<string, string>()
  let canMoveBack = true
  try {
    const choices = await askChoices(cache, 'move', movable, target)
    const transferred = movable.filter(({ id }) => choices?.get(id) !== 'skip')
    if (!choices || transferred.length === 0) return
    onConfirmed()
    await removeOptimistically(
      cache,
      transferred,
      async refs => {
        for (const call of groupByResolution(refs, choices)) {
          const { meta } = await api(cache.scope.moveItems, { body: { to_id: target.id, ...call } })
          for (const { id, name } of meta.renamed) newNames.set(id, name)
          if (meta.placed_at === null) canMoveBack = false
        }
      },
      'folders',
    )
    const text = i18next.t('files.moved', { count: transferred.length, folder: target.name })
    // A file that replaced another can't be separated again.
    const isKept = transferred.every(({ id }) => choices.get(id) !== 'replace')
    const move = { items: transferred, targetId: target.id, newNames }
    doneToast(text, isKept && canMoveBack ? () => moveBack(cache, move) : null)
  } catch (error) {
    failurePopup(error)
  }
}

function notifyIfAlreadyThere(items: readonly Item[], target: Target): void {
  const isAlreadyThere = items.every(({ attributes }) => attributes.parent_id === target.id)
  const values = { count: items.length, folder: target.name }
  if (isAlreadyThere && items.length > 0) successToast(i18next.t('actions.already_there', values))
}

interface Move {
  /** As they were before. */
  items: readonly Item[]
  targetId: string | null
  /** The names of the items that were renamed, by id. */
  newNames: ReadonlyMap<string, string>
}

/**
 * Moves items back to their original folders and names, except those that were moved or renamed in the
 * meantime.
 */
async function moveBack(cache: ItemCache, { items, targetId, newNames }: Move): Promise<void> {
  let changed = 0
  for (const [parentId, children] of Map.groupBy(items, item => item.attributes.parent_id))
    await removeOptimistically(
      cache,
      children,
      async refs => {
        const body = { to_id: parentId, from_id: targetId, items: refs }
        changed += (await api(cache.scope.moveItems, { body })).meta.changed
      },
      'folders',
    )
  requireUndone({ changed })
  for (const { id, type, attributes } of items) {
    const seen_name = newNames.get(id)
    if (seen_name === undefined) continue
    await api(cache.scope.renameItem, {
      params: { id },
      body: { name: attributes.name, seen_name, type, on_conflict: 'skip' },
    })
  }
  if (newNames.size > 0) await cache.refresh()
}

/** Copies items into a folder; in their own folder this makes duplicates. */
export async function copyTo(
  cache: ItemCache,
  items: readonly Item[],
  target: Target,
  onConfirmed: () => void = () => {},
): Promise<void> {
  if (items.length === 0) return
  const created: ItemRef[] = []
  try {
    const choices = await askChoices(cache, 'copy', items, target)
    const transferred = items.filter(({ id }) => choices?.get(id) !== 'skip')
    if (!choices || transferred.length === 0) return
    onConfirmed()
    for (const call of groupByResolution(refsOf(transferred), choices)) {
      const { meta } = await api(copyItems, { body: { to_id: target.id, ...call } })
      created.push(...meta.created)
    }
    const canUndo = created.length === transferred.length
    const text = i18next.t('actions.copied', { count: transferred.length, folder: target.name })
    doneToast(text, canUndo ? () => trashItems(cache, created) : null)
  } catch (error) {
    failurePopup(error)
  } finally {
    await cache.refresh()
  }
}

/** Moves created or restored items to the trash again. */
export async function trashItems(cache: ItemCache, items: readonly ItemRef[]): Promise<void> {
  try {
    for (const batch of batchesOf(items)) await api(removeItems, { body: { items: batch } })
  } finally {
    await cache.refresh()
  }
}
