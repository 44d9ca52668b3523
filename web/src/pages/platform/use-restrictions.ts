import type { TranslationKey } from '@coffer/contract'
import type { Restrictions } from '@coffer/contract/account'
import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { useUserOrNull } from '../../features/account/account.api.ts'
import { config } from '../../lib/config.ts'
import { alertPopup } from '../../ui/popups/popups.ts'

type Restricted = keyof Restrictions['reasons']
type Refusal = NonNullable<Restrictions['reasons'][Restricted]>

/**
 * APP-30: the title for a disabled action. Without a subscription, uploads are usually disabled by
 * missing storage.
 */
function restrictionText(action: Restricted, { code }: Refusal): TranslationKey {
  if (action === 'canDownload') return 'download_temporarily_disabled'
  if (action !== 'canUpload') return 'create_folder_temporarily_disabled'
  return config().subscriptionType === 'none' && code === 'storage_full'
    ? 'exceed_upload_limit'
    : 'upload_temporarily_disabled'
}

/**
 * Checks the account's restrictions before an action and explains them. The server alone checks
 * guests, and items of other owners.
 */
export function useRestrictions() {
  const me = useUserOrNull()
  /** Why the action is disabled; undefined where it is allowed. */
  const refusalOf = (action: Restricted, of: Item | null | undefined): Refusal | undefined => {
    const owner = of?.relationships.owner.data?.id ?? me?.id
    return owner === me?.id ? me?.meta.restrictions.reasons[action] : undefined
  }
  return {
    /** @param of the folder or file that the action concerns, if it is loaded */
    unlessRestricted: (action: Restricted, run: () => void, of?: Item | null): void => {
      const refusal = refusalOf(action, of)
      if (refusal)
        alertPopup({
          title: i18next.t(restrictionText(action, refusal)),
          message: refusal.text,
        })
      else run()
    },
    /** Returns the reason why an action is disabled; undefined where it is allowed. */
    disabledReasonOf: (action: Restricted, of: Item): string | undefined =>
      refusalOf(action, of)?.text,
  }
}
