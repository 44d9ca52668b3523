import type { Locale } from '@coffer/contract'
import type { Restrictions } from '@coffer/contract/account'
import { translate } from '../../lib/translate.ts'
import { type ActiveRestrictions, messageFor, primaryReason } from './restrictions.rules.ts'

/** Builds `meta.restrictions` of a user (ACC-21, ACC-27). */
export function presentRestrictions(active: ActiveRestrictions, locale: Locale): Restrictions {
  const reason = primaryReason(active)
  const defaultText = reason && translate(locale, `restriction.${reason}`)
  return {
    canUpload: !active.canUpload,
    canDownload: !active.canDownload,
    canCreateFolder: !active.canCreateFolder,
    canCreateTeamFolder: !active.canCreateTeamFolder,
    reason: messageFor(active, reason) ?? defaultText,
    reason_code: reason,
  }
}
