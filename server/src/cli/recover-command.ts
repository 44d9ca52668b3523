import type { Deps } from '../deps.ts'
import { matchesSecret } from '../features/settings/index.ts'
import { recoverUser } from '../features/users/index.ts'
import { CommandError } from './command-error.ts'

/** @throws CommandError when no account has the address */
export async function recover(deps: Deps, address: string): Promise<string> {
  // Servers would refuse a link that another secret has signed.
  if (!(await matchesSecret(deps)))
    throw new CommandError(
      'The servers have another secret: set APP_SECRET or DATA_DIR as they do.',
    )
  const recovered = await recoverUser(deps, address.trim().toLowerCase())
  if (!recovered) throw new CommandError(`No account has the address ${address}.`)
  return [
    'Two-factor sign-in of this account is off, and it is signed out everywhere.',
    `Until ${recovered.expires_at} this link sets a new password, once:`,
    recovered.url,
  ].join('\n')
}
