import type { TranslationKey } from '@coffer/contract'
import type { Restrictions } from '@coffer/contract/account'
import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { useUserOrNull } from '../../features/account/account.api.ts'
import { config } from '../../lib/config.ts'
import { alertPopup } from '../../ui/popups/popups.ts'

type Restricted = Exclude<keyof Restrictions, 'reason' | 'reason_code'>

/**
 * APP-30: the title for a disabled action. Without a subscription, uploads are usually disabled by
 * missing storage.
 */
function restrictionText(action: Restricted, { reason_code }: Restrictions): TranslationKey {
  if (action === 'canDownload') return 'download_temporarily_disabled'
  if (action !== 'canUpload') return 'create_folder_temporarily_disabled'
  return config().subscriptionType === 'none' && reason_code === 'storage_full'
    ? 'exceed_upload_limit'
    : 'upload_temporarily_disabled'
}

/**
 * Checks the account's restrictions before an action and explains them. The server alone checks
 * guests, and items of other owners.
 */
export function useRestrictions() {
  const me = useUserOrNull()
  /** The restrictions that disable the action; undefined where it is allowed. */
  const restrictionsOf = (action: Restricted, of: Item | null | undefined) => {
    const restrictions = me?.meta.restrictions
    const owner = of?.relationships.owner.data?.id ?? me?.id
    return !restrictions || restrictions[action] || owner !== me?.id ? undefined : restrictions
  }
  const reasonIn = ({ reason }: Restrictions) => reason ?? i18next.t('files.disabled_text')
  return {
    /** @param of the folder or file that the action concerns, if it is loaded */
    unlessRestricted: (action: Restricted, run: () => void, of?: Item | null): void => {
      const restrictions = restrictionsOf(action, of)
      if (restrictions)
        alertPopup({
          title: i18next.t(restrictionText(action, restrictions)),
          message: reasonIn(restrictions),
        })
      else run()
    },
    /** Returns the reason why an action is disabled; undefined where it is allowed. */
    disabledReasonOf: (action: Restricted, of: Item): string | undefined => {
      const restrictions = restrictionsOf(action, of)
      return restrictions && reasonIn(restrictions)
    },
  }
}
