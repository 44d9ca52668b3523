import type { Response } from '@coffer/contract'
import type { Item } from '@coffer/contract/items'
import { findRestoreConflicts, restoreItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { type ItemCache, removeOptimistically } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { askConflicts, type Choices } from './conflict-questions.ts'
import { batchesOf, callsFor, refsOf, removeAgain } from './transfers.ts'

interface Restoring {
  isTop: boolean
  onAgreed: () => void
  /** To a folder of the user's files; null is their top. */
  goTo: (folderId: string | null) => void
}

type Places = NonNullable<Response<typeof restoreItems>['meta']['places']>

/**
 * Back to where they were, or to the user's own files if that is gone.
 * @param isTop what was removed itself, and so would be there again once it is removed again
 * @param onAgreed called when it is clear what becomes of taken names
 */
export async function restore(
  cache: ItemCache,
  items: readonly Item[],
  { isTop, onAgreed, goTo }: Restoring,
): Promise<void> {
  try {
    const choices = await choicesFor(items)
    const going = items.filter(({ id }) => choices?.get(id) !== 'skip')
    if (!choices || going.length === 0) return
    onAgreed()
    const places: Places = []
    await removeOptimistically(cache, going, async refs => {
      for (const body of callsFor(refs, choices))
        places.push(...((await api(restoreItems, { body })).meta.places ?? []))
    })
    // Something that got another name, or was put over something, would not be as it was.
    const isPlain = isTop && choices.size === 0
    const undo = isPlain ? () => removeAgain(cache, refsOf(going)) : null
    const [first] = places
    const show = first && { label: i18next.t('trash.show'), run: () => goTo(first.id) }
    doneToast(restoredText(places, going.length), undo, show)
  } catch (error) {
    failurePopup(error)
  }
}

function restoredText(places: Places, count: number): string {
  const names = new Map(places.map(({ id, name }) => [id, name ?? i18next.t('places.files')]))
  const [folder] = names.values()
  if (names.size !== 1 || folder === undefined)
    return i18next.t('trash.restored_apart', { count, folders: names.size })
  return i18next.t('trash.restored', { count, folder })
}

async function choicesFor(items: readonly Item[]): Promise<Choices | null> {
  const found = batchesOf(items).map(async some => {
    const { data } = await api(findRestoreConflicts, { body: { items: refsOf(some) } })
    return data
  })
  const conflicts = (await Promise.all(found)).flat()
  return conflicts.length === 0 ? new Map() : askConflicts({ how: 'restore', conflicts })
}
