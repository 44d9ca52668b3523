import type { Item } from '@coffer/contract/items'
import { findRestoreConflicts, restoreItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { type ItemCache, takeAway } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { askConflicts, type Choices } from './conflict-questions.ts'
import { batchesOf, callsFor, refsOf } from './transfers.ts'

/**
 * Back to where they were, or to the user's own files if that is gone.
 * @param onAgreed called when it is clear what becomes of taken names
 */
export async function restore(
  cache: ItemCache,
  items: readonly Item[],
  onAgreed: () => void,
): Promise<void> {
  try {
    const choices = await choicesFor(items)
    const going = items.filter(({ id }) => choices?.get(id) !== 'skip')
    if (!choices || going.length === 0) return
    onAgreed()
    await takeAway(cache, going, async refs => {
      for (const body of callsFor(refs, choices)) await api(restoreItems, { body })
    })
    successToast(i18next.t('trash.restored', { count: going.length }))
  } catch (error) {
    failurePopup(error)
  }
}

async function choicesFor(items: readonly Item[]): Promise<Choices | null> {
  const found = batchesOf(items).map(async some => {
    const { data } = await api(findRestoreConflicts, { body: { items: refsOf(some) } })
    return data
  })
  const conflicts = (await Promise.all(found)).flat()
  return conflicts.length === 0 ? new Map() : askConflicts({ how: 'restore', conflicts })
}
