import type { Item } from '@coffer/contract/items'
import { findRestoreConflicts, restoreItems } from '@coffer/contract/trash'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { type ItemCache, takeAway } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'
import { askConflicts, type Choices } from './conflict-questions.ts'
import { batchesOf, callsFor, refsOf, removeAgain } from './transfers.ts'

/**
 * Back to where they were, or to the user's own files if that is gone.
 * @param isTop what was removed itself, and so would be there again once it is removed again
 * @param onAgreed called when it is clear what becomes of taken names
 */
export async function restore(
  cache: ItemCache,
  items: readonly Item[],
  { isTop, onAgreed }: { isTop: boolean; onAgreed: () => void },
): Promise<void> {
  try {
    const choices = await choicesFor(items)
    const going = items.filter(({ id }) => choices?.get(id) !== 'skip')
    if (!choices || going.length === 0) return
    onAgreed()
    await takeAway(cache, going, async refs => {
      for (const body of callsFor(refs, choices)) await api(restoreItems, { body })
    })
    // Something that got another name, or was put over something, would not be as it was.
    const isPlain = isTop && choices.size === 0
    const words = i18next.t('trash.restored', { count: going.length })
    doneToast(words, isPlain ? () => removeAgain(cache, refsOf(going)) : null)
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
