import type { TranslationKey } from '@coffer/contract'
import i18next from 'i18next'
import { useInsider } from '../../features/account/account.api.ts'
import { config } from '../../lib/config.ts'
import { alertPopup } from '../../ui/popups/popups.ts'

type Restricted = 'canUpload' | 'canCreateFolder' | 'canDownload'

/** Spec §8, disabled actions. Without a subscription it is the room that is missing. */
function wordsFor(action: Restricted): TranslationKey {
  if (action === 'canCreateFolder') return 'create_folder_temporarily_disabled'
  if (action === 'canDownload') return 'download_temporarily_disabled'
  return config().subscriptionType === 'none'
    ? 'exceed_upload_limit'
    : 'upload_temporarily_disabled'
}

/** Does what the account may do, and says why not otherwise. What a guest may, the server judges. */
export function useRestrictions() {
  const restrictions = useInsider()?.meta.restrictions
  return {
    canUpload: restrictions?.canUpload ?? true,
    unlessRestricted: (action: Restricted, run: () => void): void => {
      if (!restrictions || restrictions[action]) run()
      else
        alertPopup({
          title: i18next.t(wordsFor(action)),
          message: restrictions.reason ?? i18next.t('files.disabled_text'),
        })
    },
  }
}
