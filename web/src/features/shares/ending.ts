import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { endShares, type ShareCache } from './shares.api.ts'

/** Deletes the links of items after confirmation. @returns whether they were deleted */
export async function endLinks(cache: ShareCache, items: readonly Item[]): Promise<boolean> {
  const shared = items.filter(item => item.relationships.shared.data)
  const [first] = shared
  if (!first) return false
  const count = shared.length
  const agreed = await confirmPopup({
    title:
      count === 1
        ? i18next.t('shares.end_title', { name: first.attributes.name })
        : i18next.t('shares.end_title_many', { count }),
    message: i18next.t('shares.end_text'),
    confirm: i18next.t(count === 1 ? 'shares.end' : 'shares.end_many'),
    danger: true,
  })
  if (!agreed) return false
  try {
    successToast(i18next.t('shares.ended', { count: await endShares(cache, shared) }))
    return true
  } catch (error) {
    failurePopup(error)
    return false
  }
}
