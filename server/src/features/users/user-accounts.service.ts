import type { Input, Locale } from '@coffer/contract'
import type * as taskContract from '@coffer/contract/admin-user-tasks'
import type * as contract from '@coffer/contract/admin-users'
import type { PasswordLink } from '@coffer/contract/admin-users'
import { Email } from '@coffer/contract/email-address'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { nameFromEmail } from '../../lib/name-from-email.ts'
import { insertAccount, joinName, renameUser, requireGoodPassword } from '../account/index.ts'
import { type DeletionDeps, removeAccount } from '../account-deletion/index.ts'
import { recordAudit } from '../audit/index.ts'
import {
  cancelEmailChange,
  changeEmail,
  correctEmail,
  type EmailLink,
  findRecipient,
  hasSignedIn,
  requestEmailChange,
} from '../email-verification/index.ts'
import { quotas } from '../quotas/index.ts'
import { updateDirectoryEntry } from '../user-directory/index.ts'
import { invite, sendInvitation } from '../user-invitations/index.ts'
import { type LinkDeps, linksWithoutMail } from './password-links.service.ts'
import * as users from './users.repository.ts'
import { auditTarget, requireSessionForSelf, requireUser } from './users.service.ts'

type MailDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>
type ChangeDeps = MailDeps & Pick<Deps, 'transact'>

interface InvitedUser {
  name: string
  email: string
  role: 'admin' | 'user'
  language: Locale | null
  message: string | null
}

/**
 * Creates a user without a password and invites them. They get the role of the invitation when they
 * accept it.
 * @param inviter name of the administrator; null sends no email
 * @returns their id, and the link of the email
 * @throws AppError `auth.address_taken`
 */
export async function createInvited(
  tx: Db,
  deps: MailDeps,
  { name, email, ...invitation }: InvitedUser,
  inviter: string | null,
): Promise<{ id: string; sent: EmailLink | null }> {
  const account = { name, email, role: 'user', isEmailVerified: false, passwordHash: null } as const
  const after = { email, role: invitation.role }
  const id = await insertAccount(tx, deps, account, { action: 'user.invited', after })
  await invite(tx, deps, id, invitation)
  return { id, sent: inviter === null ? null : await sendInvitation(tx, deps, id, inviter) }
}

/**
 * Creates a user with a password, or an invited one.
 * @returns their id, and the link of an invited user if no mail server sends it
 * @throws AppError `request.invalid`, `auth.address_taken`
 */
export async function createUser(
  deps: ChangeDeps & Pick<Deps, 'db' | 'hashPassword'> & LinkDeps,
  actor: UserActor,
  { password, invite: isInvited, ...user }: Input<typeof contract.createUser>['body'],
): Promise<{ id: string; link: PasswordLink | null }> {
  const { name, email, role, language = null, capacity_bytes, message = null } = user
  if (!isInvited) await requireGoodPassword(deps.db, { password: password ?? '', name, email })
  // Hash outside the transaction: Argon2 takes tens of milliseconds and would block other writers.
  const passwordHash = isInvited ? null : await deps.hashPassword(password ?? '')
  return deps.transact(async tx => {
    const account = { name, email, role, isEmailVerified: true, passwordHash }
    const audited = { action: 'user.created', after: { email, role } } as const
    const { id, sent } = passwordHash
      ? { id: await insertAccount(tx, deps, account, audited), sent: null }
      : await createInvited(tx, deps, { name, email, role, language, message }, actor.name)
    if (language) await users.updateProfile(tx, id, { language })
    if (capacity_bytes !== 'default') await quotas.setOwnCapacity(tx, id, capacity_bytes)
    return { id, link: sent && (await linksWithoutMail(tx, deps))(sent) }
  })
}

type Profile = Input<typeof contract.updateUser>['body']

/**
 * Changes name, language, time zone or email. A new email is confirmed by its owner or forced; that of an invited user gets
 * the invitation, because links are bound to their address.
 * @returns the link of the invitation if one was sent and no mail server sends it
 * @throws AppError `user.not_found`, `auth.address_taken`, `token.session_only`
 */
export const updateUser = (
  deps: ChangeDeps & LinkDeps,
  actor: UserActor,
  id: string,
  change: Profile,
): Promise<PasswordLink | null> =>
  deps.transact(async tx => {
    const user = await requireUser(tx, id)
    const { email, email_change = 'confirm', ...profile } = change
    if (Object.keys(profile).length > 0) await changeProfile(tx, deps, user, profile)
    if (email === undefined || email === user.email) return null
    requireSessionForSelf(actor, id)
    if (user.invited_role) {
      await correctEmail(tx, deps, await findRecipient(tx, id), { email, isVerified: false })
      const sent = await sendInvitation(tx, deps, id, actor.name)
      return (await linksWithoutMail(tx, deps))(sent)
    }
    if (email_change === 'force') {
      await changeEmail(tx, deps, await findRecipient(tx, id), email)
    } else {
      await requestEmailChange(tx, deps, id, email)
      recordAudit(tx, {
        action: 'user.email_change_requested',
        target: auditTarget(user),
        before: { email: user.email },
        after: { email },
      })
    }
    return null
  })

async function changeProfile(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  user: users.UserDetailRow,
  profile: Omit<Profile, 'email' | 'email_change'>,
): Promise<void> {
  const { first_name, last_name, language, timezone } = user
  const names = await users.updateProfile(tx, user.id, profile)
  if (profile.first_name !== undefined || profile.last_name !== undefined) {
    await renameUser(tx, user.id, joinName(names), now())
    await updateDirectoryEntry(tx, user.id)
  }
  recordAudit(tx, {
    action: 'user.changed',
    target: auditTarget(user),
    before: { first_name, last_name, language, timezone },
    after: { first_name, last_name, language, timezone, ...profile },
  })
}

/** @throws AppError `user.not_found` */
export const cancelPendingEmail = (
  { transact }: Pick<Deps, 'transact'>,
  id: string,
): Promise<void> =>
  transact(async tx => {
    const user = await requireUser(tx, id)
    await cancelEmailChange(tx, id)
    recordAudit(tx, {
      action: 'user.changed',
      target: auditTarget(user),
      before: { pending_email: user.pending_email },
      after: { pending_email: null },
    })
  })

type Skipped = { email: string; reason: 'invalid' | 'duplicate' | 'taken' }

/** Sorts addresses into new ones and those that are wrong, repeated or taken. */
async function checkEmails(db: Db, texts: readonly string[]) {
  const skipped: Skipped[] = []
  const emails = new Set<string>()
  for (const text of texts) {
    if (text.trim() === '') continue
    const parsed = Email.safeParse(text)
    if (!parsed.success) skipped.push({ email: text, reason: 'invalid' })
    else if (emails.has(parsed.data)) skipped.push({ email: text, reason: 'duplicate' })
    else emails.add(parsed.data)
  }
  const taken = await users.findTakenEmails(db, [...emails])
  for (const email of taken) skipped.push({ email, reason: 'taken' })
  return { emails: [...emails].filter(email => !taken.has(email)), skipped }
}

type InvitationLink = PasswordLink & { email: string }

/** Invites people; addresses that cannot be invited are reported, and links that no mail server sends. */
export async function inviteUsers(
  deps: ChangeDeps & Pick<Deps, 'db'> & LinkDeps,
  actor: UserActor,
  { emails: texts, role, message, language }: Input<typeof taskContract.inviteUsers>['body'],
): Promise<{ rows: users.UserRow[]; skipped: Skipped[]; links: InvitationLink[] }> {
  const { ids, ...reported } = await deps.transact(async tx => {
    const { emails, skipped } = await checkEmails(tx, texts)
    const ids: string[] = []
    const links: InvitationLink[] = []
    const linkOf = await linksWithoutMail(tx, deps)
    for (const email of emails) {
      const invited = {
        name: nameFromEmail(email),
        email,
        role,
        language: language ?? null,
        message: message ?? null,
      }
      const { id, sent } = await createInvited(tx, deps, invited, actor.name)
      ids.push(id)
      const link = sent && linkOf(sent)
      if (link) links.push({ email, ...link })
    }
    return { ids, skipped, links }
  })
  return { rows: await users.findUsers(deps.db, ids), ...reported }
}

/**
 * Sends an invitation again.
 * @returns the user, and the link if no mail server sends it
 * @throws AppError `user.not_found`, `user.not_invited`, `user.suspended`
 */
export async function resendInvitation(
  deps: ChangeDeps & Pick<Deps, 'db'> & LinkDeps,
  actor: UserActor,
  id: string,
): Promise<{ user: users.UserRow; link: PasswordLink | null }> {
  const link = await deps.transact(async tx => {
    const user = await requireUser(tx, id)
    if (user.suspended_at !== null) throw new AppError('user.suspended')
    const sent = await sendInvitation(tx, deps, id, actor.name)
    recordAudit(tx, { action: 'user.invited', target: auditTarget(user) })
    return (await linksWithoutMail(tx, deps))(sent)
  })
  return { user: await requireUser(deps.db, id), link }
}

/**
 * Withdraws an invitation: the invited user, who never signed in, is removed.
 * @throws AppError `user.not_found`, `user.not_invited`
 */
export async function withdrawInvitation(deps: DeletionDeps, id: string): Promise<void> {
  const user = await requireUser(deps.db, id)
  if (!user.invited_role) throw new AppError('user.not_invited')
  await removeAccount(deps, id, {
    sendsEmail: false,
    before: async tx => {
      const current = await requireUser(tx, id)
      if (!current.invited_role || (await hasSignedIn(tx, id)))
        throw new AppError('user.not_invited')
      recordAudit(tx, { action: 'user.invitation_withdrawn', target: auditTarget(user) })
    },
  })
}
