import { copyItems, type Item, type ItemRef, type OnConflict } from '@coffer/contract/items'
import { removeItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { BATCH_SIZE, type ItemCache, removeOptimistically } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { askConflicts, type Choices, type Conflict } from './conflict-questions.ts'

interface Target {
  id: string | null
  name: string
}

export const batchesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH_SIZE) }, (_, index) =>
    all.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  )

export const refsOf = (items: readonly ItemRef[]): ItemRef[] =>
  items.map(({ id, type }) => ({ id, type }))

async function conflictsIn(
  { scope }: ItemCache,
  items: readonly Item[],
  folderId: string | null,
): Promise<Conflict[]> {
  const { more } = scope
  if (!more) return []
  const found = batchesOf(items).map(async some => {
    const { data } = await api(more.findConflicts, {
      body: { to_id: folderId, items: refsOf(some) },
    })
    return data
  })
  return (await Promise.all(found)).flat()
}

/** What is done with each item whose name is taken; asked once. Null when all was given up. */
async function choicesFor(
  cache: ItemCache,
  how: 'move' | 'copy',
  items: readonly Item[],
  target: Target,
): Promise<Choices | null> {
  const conflicts = await conflictsIn(cache, items, target.id)
  return conflicts.length === 0 ? new Map() : askConflicts({ how, folder: target.name, conflicts })
}

/** The items by what is to be done where their names are taken, one call for each thousand. */
export function callsFor(
  refs: readonly ItemRef[],
  choices: Choices,
): { items: ItemRef[]; on_conflict: OnConflict }[] {
  const byRule = Map.groupBy(refs, ({ id }) => choices.get(id) ?? 'rename')
  byRule.delete('skip')
  return [...byRule].flatMap(([on_conflict, some]) =>
    batchesOf(some).map(items => ({ items, on_conflict })),
  )
}

/**
 * Moves at once, asks the server, and moves back when it refuses or when the user thinks better of it.
 * @param onAgreed called when it is clear what becomes of taken names
 */
export async function moveTo(
  cache: ItemCache,
  items: readonly Item[],
  target: Target,
  onAgreed: () => void = () => {},
): Promise<void> {
  const moving = items.filter(
    item => item.attributes.parent_id !== target.id && item.id !== target.id,
  )
  if (moving.length === 0) return sayIfThere(items, target)
  const renamed = new Set<string>()
  try {
    const choices = await choicesFor(cache, 'move', moving, target)
    const going = moving.filter(({ id }) => choices?.get(id) !== 'skip')
    if (!choices || going.length === 0) return
    onAgreed()
    await removeOptimistically(
      cache,
      going,
      async refs => {
        for (const call of callsFor(refs, choices)) {
          const { meta } = await api(cache.scope.moveItems, { body: { to_id: target.id, ...call } })
          for (const { id } of meta.renamed) renamed.add(id)
        }
      },
      'folders',
    )
    const words = i18next.t('files.moved', { count: going.length, folder: target.name })
    // What was put over something is one with it now.
    const apart = going.every(({ id }) => choices.get(id) !== 'replace')
    doneToast(words, apart ? () => moveBack(cache, going, renamed) : null)
  } catch (error) {
    failurePopup(error)
  }
}

function sayIfThere(items: readonly Item[], target: Target): void {
  const isThere = items.every(({ attributes }) => attributes.parent_id === target.id)
  const words = { count: items.length, folder: target.name }
  if (isThere && items.length > 0) successToast(i18next.t('actions.already_there', words))
}

/** Each to the folder it came from, under the name it had there. */
async function moveBack(
  cache: ItemCache,
  items: readonly Item[],
  renamed: ReadonlySet<string>,
): Promise<void> {
  for (const [parentId, children] of Map.groupBy(items, item => item.attributes.parent_id))
    await removeOptimistically(
      cache,
      children,
      refs => api(cache.scope.moveItems, { body: { to_id: parentId, items: refs } }),
      'folders',
    )
  for (const { id, type, attributes } of items.filter(item => renamed.has(item.id)))
    await api(cache.scope.renameItem, {
      params: { id },
      body: { name: attributes.name, type, on_conflict: 'skip' },
    })
  if (renamed.size > 0) await cache.refresh()
}

/** Copies into a folder; in the same folder that makes duplicates. */
export async function copyTo(
  cache: ItemCache,
  items: readonly Item[],
  target: Target,
  onAgreed: () => void = () => {},
): Promise<void> {
  if (items.length === 0) return
  const created: ItemRef[] = []
  try {
    const choices = await choicesFor(cache, 'copy', items, target)
    const going = items.filter(({ id }) => choices?.get(id) !== 'skip')
    if (!choices || going.length === 0) return
    onAgreed()
    for (const call of callsFor(refsOf(going), choices)) {
      const { meta } = await api(copyItems, { body: { to_id: target.id, ...call } })
      created.push(...meta.created)
    }
    const isApart = created.length === going.length
    const words = i18next.t('actions.copied', { count: going.length, folder: target.name })
    doneToast(words, isApart ? () => removeAgain(cache, created) : null)
  } catch (error) {
    failurePopup(error)
  } finally {
    await cache.refresh()
  }
}

/** What a call has brought goes to the trash: copies, or what was restored from there. */
export async function removeAgain(cache: ItemCache, items: readonly ItemRef[]): Promise<void> {
  try {
    for (const some of batchesOf(items)) await api(removeItems, { body: { items: some } })
  } finally {
    await cache.refresh()
  }
}
