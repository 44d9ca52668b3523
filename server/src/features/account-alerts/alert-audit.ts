import type { AuditAction } from '@coffer/contract/audit'
import type { AccountAlert } from '@coffer/contract/notifications'
import type { Db } from '../../db/open.ts'
import { recordAudit, userTarget } from '../audit/index.ts'

/** Alerts that report a change; the others are recorded where they happen. */
const ACTIONS: Partial<Record<AccountAlert, AuditAction>> = {
  two_factor_on: 'two_factor.turned_on',
  two_factor_off: 'two_factor.turned_off',
  recovery_codes_renewed: 'two_factor.codes_renewed',
  recovery_code_used: 'two_factor.code_used',
  provider_linked: 'linked_account.added',
  provider_unlinked: 'linked_account.removed',
  passkey_added: 'passkey.added',
  passkey_removed: 'passkey.removed',
  token_created: 'token.created',
  token_revoked: 'token.revoked',
  tokens_revoked: 'token.all_revoked',
}

const REMOVALS: ReadonlySet<AccountAlert> = new Set([
  'provider_unlinked',
  'passkey_removed',
  'token_revoked',
])

/** Records the change of a sign-in method together with the alert about it. */
export async function recordAlert(
  tx: Db,
  userId: string,
  {
    type,
    params: { provider: service, ...params } = {},
  }: {
    type: AccountAlert
    params?: Record<string, string>
  },
): Promise<void> {
  const action = ACTIONS[type]
  if (!action) return
  const details = { ...params, ...(service !== undefined && { service }) }
  const hasDetails = Object.keys(details).length > 0
  recordAudit(tx, {
    action,
    target: await userTarget(tx, userId),
    ...(hasDetails && { [REMOVALS.has(type) ? 'before' : 'after']: details }),
  })
}
