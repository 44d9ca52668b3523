import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { type ItemCache, takeAway } from '../../lib/item-changes.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'

/** Takes back what was sent, for good. @returns whether that was agreed to and done */
export async function takeBack(
  cache: ItemCache,
  items: readonly Item[],
  receiver: string,
): Promise<boolean> {
  const [only, ...others] = items
  const count = items.length
  const agreed = await confirmPopup({
    title:
      only && others.length === 0
        ? i18next.t('asked.remove_title', { name: only.attributes.name })
        : i18next.t('asked.remove_many', { count }),
    message: i18next.t('asked.remove_text', { name: receiver }),
    confirm: i18next.t('asked.remove'),
    danger: true,
  })
  if (!agreed) return false
  try {
    await takeAway(cache, items, refs => api(cache.door.removeItems, { body: { items: refs } }))
    return true
  } catch (error) {
    failurePopup(error)
    return false
  }
}
