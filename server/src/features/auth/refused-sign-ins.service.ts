import type { Deps } from '../../deps.ts'
import { requestContext } from '../../request-context.ts'
import { recordAudit, userTarget } from '../audit/index.ts'
import { findUserByPasskey } from './passkeys.repository.ts'
import { type RefusedSignIn, refusedSignInJob } from './refused-sign-ins.job-types.ts'
import { findUserByAddress } from './sessions.repository.ts'

/**
 * Queues the audit entry of a refused sign-in without looking up the user, so that known and unknown
 * addresses take the same work (ACC-7). Attempts are limited, which bounds the number of entries.
 */
export async function queueRefusedSignIn(
  { transact, jobs }: Pick<Deps, 'transact' | 'jobs'>,
  email: string,
  service?: string,
): Promise<void> {
  const context = requestContext.getStore()
  if (!context) return
  const { requestId, ip, userAgent } = context
  const request = { requestId, ip, userAgent: userAgent?.slice(0, 500) }
  await transact(tx => jobs.add(tx, refusedSignInJob, { email, service, request }))
}

/** Records the refused sign-in if an account has the address. */
export async function recordRefusedSignIn(
  { db, transact }: Pick<Deps, 'db' | 'transact'>,
  { email, service, request }: RefusedSignIn,
): Promise<void> {
  const userId = await findUserByAddress(db, email)
  if (userId === undefined) return
  const context = { ...request, userAgent: request.userAgent, actor: null, clientId: undefined }
  await requestContext.run(context, () =>
    transact(async tx => {
      const target = await userTarget(tx, userId)
      recordAudit(tx, { action: 'sign_in.refused', target, ...(service && { after: { service } }) })
    }),
  )
}

/** Records a refused sign-in with a passkey that belongs to an account. */
export async function recordRefusedPasskey(
  { db, transact }: Pick<Deps, 'db' | 'transact'>,
  credentialId: string,
): Promise<void> {
  const userId = await findUserByPasskey(db, credentialId)
  if (userId === undefined) return
  await transact(async tx => {
    const target = await userTarget(tx, userId)
    recordAudit(tx, { action: 'sign_in.refused', target, after: { service: 'Passkey' } })
  })
}

/** Records a refused second step, which only callers with the right password reach. */
export const recordRefusedSecondStep = (
  { transact }: Pick<Deps, 'transact'>,
  userId: string,
): Promise<void> =>
  transact(async tx => {
    recordAudit(tx, { action: 'sign_in.second_step_refused', target: await userTarget(tx, userId) })
  })
