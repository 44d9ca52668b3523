import type { PasswordLink } from '@coffer/contract/admin-users'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import type { EmailLink } from '../email-verification/index.ts'
import { originOf } from '../emails/index.ts'
import { passwordLinkOf } from '../password-reset/index.ts'
import { readEffectiveSettings, sendsEmail } from '../settings/index.ts'

export type LinkDeps = Pick<Deps, 'config' | 'secret'>

/** Returns the link of an email, for the administrator to pass on; null if a mail server sends it. */
export async function linkWithoutMail(
  tx: Db,
  deps: LinkDeps,
  sent: EmailLink,
): Promise<PasswordLink | null> {
  const settings = await readEffectiveSettings(tx, deps)
  return sendsEmail(settings) ? null : passwordLinkOf(deps, sent, originOf(deps.config, settings))
}
