import type { Locale } from '@coffer/contract'
import type { Restrictions } from '@coffer/contract/account'
import { translate } from '../../lib/translate.ts'
import { reasonOf, type Withheld } from './restrictions.rules.ts'

/** Spec §3, User: `meta.restrictions`. */
export function presentRestrictions(withheld: Withheld, locale: Locale): Restrictions {
  const reason = reasonOf(withheld)
  return {
    canUpload: !withheld.canUpload,
    canDownload: !withheld.canDownload,
    canCreateFolder: !withheld.canCreateFolder,
    canCreateTeamFolder: !withheld.canCreateTeamFolder,
    reason: reason && translate(locale, `restriction.${reason}`),
    reason_code: reason,
  }
}
