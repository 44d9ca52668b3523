import type { Locale } from '@coffer/contract'
import type { RestrictionReason, Restrictions } from '@coffer/contract/account'
import { translate } from '../../lib/translate.ts'
import {
  type ActiveRestrictions,
  allReasons,
  messageFor,
  primaryReason,
  RESTRICTION_FLAGS,
} from './restrictions.rules.ts'

/** Builds `meta.restrictions` of a user (ACC-21, ACC-27). */
export function presentRestrictions(active: ActiveRestrictions, locale: Locale): Restrictions {
  const reason = primaryReason(active)
  const textOf = (code: RestrictionReason) =>
    messageFor(active, code) ?? translate(locale, `restriction.${code}`)
  const refusals = RESTRICTION_FLAGS.flatMap(flag => {
    const code = active[flag]
    return code ? [[flag, { code, text: textOf(code) }] as const] : []
  })
  return {
    canUpload: !active.canUpload,
    canDownload: !active.canDownload,
    canCreateFolder: !active.canCreateFolder,
    canCreateTeamFolder: !active.canCreateTeamFolder,
    reason: reason && textOf(reason),
    reason_code: reason,
    reasons: Object.fromEntries(refusals),
    all_reasons: allReasons(active).map(code => ({ code, text: textOf(code) })),
  }
}
