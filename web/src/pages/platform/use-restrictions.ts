import type { TranslationKey } from '@coffer/contract'
import type { Restrictions } from '@coffer/contract/account'
import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { useUserOrNull } from '../../features/account/account.api.ts'
import { config } from '../../lib/config.ts'
import { alertPopup } from '../../ui/popups/popups.ts'

type Restricted = Exclude<keyof Restrictions, 'reason' | 'reason_code'>

/** Spec §8, disabled actions. Without a subscription it is mostly the room that is missing. */
function restrictionText(action: Restricted, { reason_code }: Restrictions): TranslationKey {
  if (action === 'canDownload') return 'download_temporarily_disabled'
  if (action !== 'canUpload') return 'create_folder_temporarily_disabled'
  return config().subscriptionType === 'none' && reason_code === 'storage_full'
    ? 'exceed_upload_limit'
    : 'upload_temporarily_disabled'
}

/**
 * Does what the account may do, and says why not otherwise. What a guest may, or anybody with what is
 * another's, the server judges.
 */
export function useRestrictions() {
  const me = useUserOrNull()
  return {
    /** @param of the folder or file that it is done with or in, as far as it is known */
    unlessRestricted: (action: Restricted, run: () => void, of?: Item | null): void => {
      const restrictions = me?.meta.restrictions
      const owner = of?.relationships.owner.data?.id ?? me?.id
      if (!restrictions || restrictions[action] || owner !== me?.id) run()
      else
        alertPopup({
          title: i18next.t(restrictionText(action, restrictions)),
          message: restrictions.reason ?? i18next.t('files.disabled_text'),
        })
    },
  }
}
