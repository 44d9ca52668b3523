import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit, userActor, userTarget } from '../audit/index.ts'
import {
  createEmailLink,
  deleteLinks,
  type EmailLink,
  findRecipient,
} from '../email-verification/index.ts'
import { sendMail } from '../emails/index.ts'
import * as invitations from './user-invitations.repository.ts'

const INVITATION_MS = 7 * 86_400_000

interface NewInvitation {
  role: 'admin' | 'user'
  language: string | null
  message: string | null
}

/** Invites a new user, who has no password yet. They get the role when they accept. */
export async function invite(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  userId: string,
  invitation: NewInvitation,
): Promise<void> {
  const at = now().getTime()
  await invitations.insertInvitation(tx, {
    user_id: userId,
    ...invitation,
    link_id: null,
    sent_at: at,
    expires_at: at + INVITATION_MS,
  })
  if (invitation.language) await invitations.setSpokenLanguage(tx, userId, invitation.language)
}

/**
 * Sends the email with a new link to choose a password; earlier links stop working.
 * @param inviter name of the administrator
 * @returns the link of the email
 * @throws AppError `user.not_invited`
 */
export async function sendInvitation(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
  inviter: string,
): Promise<EmailLink> {
  const invitation = await invitations.findInvitation(tx, userId)
  if (!invitation) throw new AppError('user.not_invited')
  await deleteLinks(tx, userId, 'password_reset')
  const recipient = await findRecipient(tx, userId)
  const created = await createEmailLink(tx, deps, 'password_reset', recipient, INVITATION_MS)
  await invitations.recordSending(tx, userId, {
    link_id: created.link,
    sent_at: deps.now().getTime(),
    expires_at: Date.parse(created.expires_at),
  })
  const { message } = invitation
  await sendMail(tx, deps, {
    to: recipient.email,
    language: recipient.language ?? invitation.language,
    template: 'user-invitation',
    data: { inviter, ...created, ...(message !== null && { message }) },
  })
  return created
}

/**
 * Gives an invited user, who has just chosen a password or signs in, the role of the invitation.
 * @throws AppError `auth.link_expired` when the invitation has expired
 */
export async function acceptInvitation(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  userId: string,
): Promise<void> {
  const invitation = await invitations.takeInvitation(tx, userId)
  if (!invitation) return
  if (invitation.expires_at <= now().getTime()) throw new AppError('auth.link_expired')
  if (invitation.role === 'admin') await invitations.setUserRole(tx, userId, 'admin')
  const target = await userTarget(tx, userId)
  recordAudit(tx, {
    action: 'user.invitation_accepted',
    target,
    after: { role: invitation.role },
    actor: userActor(target),
  })
}

/** Whether a user was invited and the invitation has expired; only an administrator renews it. */
export async function isInvitationExpired(
  db: Db,
  { now }: Pick<Deps, 'now'>,
  userId: string,
): Promise<boolean> {
  const invitation = await invitations.findInvitation(db, userId)
  return invitation !== undefined && invitation.expires_at <= now().getTime()
}
