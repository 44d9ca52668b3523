import type { PasswordLink } from '@coffer/contract/admin-users'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import type { EmailLink } from '../email-verification/index.ts'
import { originOf } from '../emails/index.ts'
import { passwordLinkOf } from '../password-reset/index.ts'
import { readEffectiveSettings, sendsEmail } from '../settings/index.ts'

export type LinkDeps = Pick<Deps, 'config' | 'secret'>

/**
 * Reads once whether a mail server sends emails.
 * @returns a function that gives the link of an email, for the administrator to pass on; null if a mail
 *   server sends it
 */
export async function linksWithoutMail(
  tx: Db,
  deps: LinkDeps,
): Promise<(sent: EmailLink) => PasswordLink | null> {
  const settings = await readEffectiveSettings(tx, deps)
  if (sendsEmail(settings)) return () => null
  const origin = originOf(deps.config, settings)
  return sent => passwordLinkOf(deps, sent, origin)
}
