import { listLargest } from '@coffer/contract/largest-files'
import { clearVersions } from '@coffer/contract/versions'
import { queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import { formatBytes } from '../../lib/format.ts'
import { readerLocale } from '../../lib/locale.ts'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'

/** Below the user's query key, so that it is refetched with the user. */
export const largestQuery = queryOptions({
  queryKey: ['account', 'user', 'largest'],
  queryFn: async ({ signal }) => (await api(listLargest, {}, { signal })).data,
})

/** Deletes all earlier versions after confirmation. */
export async function clearAllVersions(): Promise<void> {
  const { t } = i18next
  const agreed = await confirmPopup({
    title: t('storage.clear_title'),
    message: t('storage.clear_text'),
    confirm: t('storage.clear_versions'),
    danger: true,
  })
  if (!agreed) return
  try {
    const { freed_bytes } = (await api(clearVersions, {})).data
    const locale = readerLocale(i18next.language, navigator.languages)
    successToast(t('storage.cleared', { size: formatBytes(freed_bytes, locale) }))
  } catch (error) {
    failurePopup(error)
  }
}
