import type { PasswordLink } from '@coffer/contract/admin-users'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { removeTwoFactor } from '../account/index.ts'
import { notifyOwner } from '../account-alerts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { endSessionsOf } from '../auth/index.ts'
import { cancelEmailChange, findByEmail, findRecipient } from '../email-verification/index.ts'
import { originOf, sendMail } from '../emails/index.ts'
import { notify } from '../notifications/index.ts'
import { createPasswordLink, sendPasswordReset } from '../password-reset/index.ts'
import { pauseRemoteUploads, resumeRemoteUploads } from '../remote-uploads/index.ts'
import { impose, lift } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { sendInvitation } from '../user-invitations/index.ts'
import { type LinkDeps, linksWithoutMail } from './password-links.service.ts'
import * as users from './users.repository.ts'
import {
  auditTarget,
  requireAnotherAdministrator,
  requireOther,
  requireSessionForSelf,
  requireUser,
} from './users.service.ts'

type ChangeDeps = Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId' | 'live'>
type MailDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

/**
 * Changes the role; it holds from the user's next request on.
 * @throws AppError `user.not_found`, `user.self`, `user.last_administrator`
 */
export async function setRole(
  deps: ChangeDeps,
  actor: UserActor,
  id: string,
  role: 'admin' | 'user',
): Promise<void> {
  await deps.transact(tx => changeRole(tx, deps, actor, id, role))
  deps.live.revalidate(id)
}

export async function changeRole(
  tx: Db,
  deps: MailDeps,
  actor: UserActor,
  id: string,
  role: 'admin' | 'user',
): Promise<void> {
  await requireAnotherAdministrator(tx, actor, role === 'admin' ? null : id)
  const user = await requireUser(tx, id)
  const before = user.invited_role ?? user.role
  if (before === role) return
  requireOther(actor, id)
  if (user.invited_role) await users.setInvitedRole(tx, id, role)
  else {
    await users.setRole(tx, id, role)
    await cancelEmailChange(tx, id)
    await notify(tx, deps, [id], {
      category: 'account-alert',
      type: role === 'admin' ? 'role_admin' : 'role_user',
      params: {},
      action: null,
      email: 'same',
    })
  }
  recordAudit(tx, {
    action: 'user.role_changed',
    target: auditTarget(user),
    before: { role: before },
    after: { role },
  })
}

const EVERYTHING_ALLOWED = {
  can_upload: 1,
  can_download: 1,
  can_create_folder: 1,
  can_create_team_folder: 1,
} as const

/**
 * Suspends a user: their sessions end, and tokens, shares and upload requests stop working, and remote
 * uploads wait, until the user is reactivated. Members keep working in their team folders.
 * @throws AppError `user.not_found`, `user.self`, `user.last_administrator`
 */
export async function suspendUser(
  deps: ChangeDeps,
  actor: UserActor,
  id: string,
  reason: string,
): Promise<void> {
  await deps.transact(tx => suspend(tx, deps, actor, id, reason))
  deps.live.revalidate(id)
}

export async function suspend(
  tx: Db,
  deps: MailDeps,
  actor: UserActor,
  id: string,
  reason: string,
): Promise<void> {
  requireOther(actor, id)
  await requireAnotherAdministrator(tx, actor, id)
  const user = await requireUser(tx, id)
  const isNew = user.suspended_at === null
  const at = user.suspended_at ?? deps.now().getTime()
  await users.setSuspension(tx, id, { at, reason })
  // Links check the restrictions of their owner anyway; this one forbids nothing by itself.
  await impose(tx, deps, { user_id: id, reason: 'suspended', ...EVERYTHING_ALLOWED })
  await endSessionsOf(tx, id)
  await cancelEmailChange(tx, id)
  await pauseRemoteUploads(tx, deps.now(), id)
  if (isNew) await sendNotice(tx, deps, id, 'account_suspended')
  recordAudit(tx, {
    action: 'user.suspended',
    target: auditTarget(user),
    before: { reason: user.suspension_reason },
    after: { reason },
  })
}

/** @throws AppError `user.not_found` */
export async function reactivateUser(deps: ChangeDeps, id: string): Promise<void> {
  await deps.transact(tx => reactivate(tx, deps, id))
  deps.live.revalidate(id)
}

export async function reactivate(tx: Db, deps: MailDeps, id: string): Promise<void> {
  const user = await requireUser(tx, id)
  if (user.suspended_at === null) return
  await users.setSuspension(tx, id, null)
  await lift(tx, [id], 'suspended')
  await resumeRemoteUploads(tx, deps, id)
  await sendNotice(tx, deps, id, 'account_reactivated')
  recordAudit(tx, {
    action: 'user.reactivated',
    target: auditTarget(user),
    before: { reason: user.suspension_reason },
  })
}

/** Sends an email without a notification, which a suspended user could not read. */
async function sendNotice(
  tx: Db,
  deps: MailDeps,
  id: string,
  type: 'account_suspended' | 'account_reactivated',
): Promise<void> {
  const { email: to, language } = await findRecipient(tx, id)
  const data = { type, params: {}, action: null }
  await sendMail(tx, deps, { to, language, template: 'notification', data })
}

/**
 * Sends a link to choose a new password; an invited user gets the invitation again.
 * @returns the link if no mail server sends it
 * @throws AppError `token.session_only`
 */
export const sendResetLink = (
  deps: Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId'> & LinkDeps,
  actor: UserActor,
  id: string,
): Promise<PasswordLink | null> =>
  deps.transact(async tx => {
    const user = await requireUser(tx, id)
    const recipient = await findRecipient(tx, id)
    const sent = user.invited_role
      ? await sendInvitation(tx, deps, id, actor.name)
      : await sendPasswordReset(tx, deps, recipient, recipient.language ?? 'en')
    recordAudit(tx, { action: 'user.reset_link_sent', target: auditTarget(user) })
    const link = sent ? (await linksWithoutMail(tx, deps))(sent) : null
    if (link) requireSessionForSelf(actor, id)
    return link
  })

/** Ends all sessions of a user on every process. @throws AppError `token.session_only` */
export async function endAllSessions(
  deps: Pick<Deps, 'transact' | 'live'>,
  actor: UserActor,
  id: string,
): Promise<void> {
  requireSessionForSelf(actor, id)
  await deps.transact(async tx => {
    const user = await requireUser(tx, id)
    await endSessionsOf(tx, id)
    recordAudit(tx, { action: 'user.sessions_ended', target: auditTarget(user) })
  })
  deps.live.revalidate(id)
}

/**
 * Turns two-factor sign-in off, for users who lost their second factor, and notifies them by email.
 * @throws AppError `auth.two_factor_off`, `token.session_only`
 */
export async function disableTwoFactor(
  deps: Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId' | 'live'>,
  actor: UserActor,
  id: string,
): Promise<void> {
  requireSessionForSelf(actor, id)
  await deps.transact(async tx => {
    const user = await requireUser(tx, id)
    if (user.two_factor_confirmed_at === null) throw new AppError('auth.two_factor_off')
    await turnOffTwoFactor(tx, deps, user)
  })
  deps.live.revalidate(id)
}

/** Turns two-factor sign-in off and ends all sessions. */
async function turnOffTwoFactor(tx: Db, deps: MailDeps, user: users.UserDetailRow): Promise<void> {
  await removeTwoFactor(tx, user.id)
  // Pending second steps would otherwise still ask for a code.
  await endSessionsOf(tx, user.id)
  await notifyOwner(tx, deps, user.id, { type: 'two_factor_off' })
  recordAudit(tx, { action: 'user.two_factor_disabled', target: auditTarget(user) })
}

/**
 * For users who lost password and second factor while no email arrives: turns two-factor sign-in off,
 * ends all sessions and creates a link to choose a password.
 * @returns the address of the link and when it expires; undefined when no account has this email
 */
export async function recoverUser(
  deps: ChangeDeps & Pick<Deps, 'config' | 'secret'>,
  email: string,
): Promise<PasswordLink | undefined> {
  const recovered = await deps.transact(async tx => {
    const recipient = await findByEmail(tx, email)
    if (!recipient) return undefined
    const user = await requireUser(tx, recipient.id)
    if (user.two_factor_confirmed_at !== null) await turnOffTwoFactor(tx, deps, user)
    else await endSessionsOf(tx, user.id)
    recordAudit(tx, { action: 'user.recovered', target: auditTarget(user) })
    const origin = originOf(deps.config, await readSettings(tx))
    return { id: user.id, ...(await createPasswordLink(tx, deps, recipient, origin)) }
  })
  if (recovered) deps.live.revalidate(recovered.id)
  return recovered
}
