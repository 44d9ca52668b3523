import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { type ItemCache, removeOptimistically } from '../../lib/item-changes.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'

/**
 * Permanently deletes files that the guest has sent, after confirmation.
 * @returns whether they were deleted
 */
export async function deleteSentItems(
  cache: ItemCache,
  items: readonly Item[],
  receiver: string,
): Promise<boolean> {
  const [only, ...others] = items
  const count = items.length
  const agreed = await confirmPopup({
    title:
      only && others.length === 0
        ? i18next.t('guest_requests.remove_title', { name: only.attributes.name })
        : i18next.t('guest_requests.remove_many', { count }),
    message: i18next.t('guest_requests.remove_text', { name: receiver }),
    confirm: i18next.t('guest_requests.remove'),
    danger: true,
  })
  if (!agreed) return false
  try {
    await removeOptimistically(cache, items, refs =>
      api(cache.scope.removeItems, { body: { items: refs } }),
    )
    return true
  } catch (error) {
    failurePopup(error)
    return false
  }
}
