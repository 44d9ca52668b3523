import type { UserActor } from '../../actor.ts'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isInvitationToken } from '../../lib/email-tokens.ts'
import { recordAudit } from '../audit/index.ts'
import { findRecipient, markEmailVerified } from '../email-verification/index.ts'
import { type ItemView, requireView } from '../items/index.ts'
import { markAnswered } from '../notifications/index.ts'
import { quotas } from '../quotas/index.ts'
import { readEffectiveSettings, requiresMailboxAccess } from '../settings/index.ts'
import * as invitations from './invitations.repository.ts'
import { findMembers, insertMember } from './people.repository.ts'

/** Whether a token is that of an invitation to an address that can still be answered. */
export async function isOpenInvitation(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  invitation: { id: string; token: string },
  email: string,
): Promise<boolean> {
  if (!isInvitationToken(secret, invitation, email)) return false
  return (await invitations.findInvitation(db, invitation.id))?.status === 'pending'
}

interface InvitationAnswer {
  id: string
  /** From the invitation email. */
  token?: string | undefined
}

/**
 * Loads an open invitation.
 * @throws AppError `team.invitation_not_found`, or `team.invitation_used` once it is answered
 */
export async function getInvitation(
  { db }: { db: Db },
  id: string,
): Promise<invitations.InvitationView> {
  const view = await invitations.findInvitation(db, id)
  if (!view) throw new AppError('team.invitation_not_found')
  if (view.status !== 'pending') throw new AppError('team.invitation_used')
  return view
}

/**
 * Checks that the actor has the invited address and has proved access to its mailbox, now or
 * before. When no emails can be sent, the address alone is enough.
 */
async function requireInvitee(
  tx: Db,
  deps: Pick<Deps, 'secret' | 'config'>,
  actor: UserActor,
  { view, token = '' }: { view: invitations.InvitationView; token?: string | undefined },
): Promise<void> {
  const { id, email, isEmailVerified } = await findRecipient(tx, actor.userId)
  if (email !== view.email) throw new AppError('team.invitation_of_another')
  if (isEmailVerified || !requiresMailboxAccess(await readEffectiveSettings(tx, deps))) return
  if (!isInvitationToken(deps.secret, { id: view.id, token }, email))
    throw new AppError('auth.unverified')
  await markEmailVerified(tx, id)
}

/** Loads an invitation and locks the owner's tree until the transaction ends. */
async function lockInvitation(
  tx: Db,
  deps: Pick<Deps, 'secret' | 'config'>,
  actor: UserActor,
  { id, token }: InvitationAnswer,
) {
  const invitation = await getInvitation({ db: tx }, id)
  await quotas.lockOwners(tx, [invitation.owner_id])
  const view = await getInvitation({ db: tx }, id)
  await requireInvitee(tx, deps, actor, { view, token })
  return view
}

async function saveAnswer(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  actor: UserActor,
  view: invitations.InvitationView,
  status: 'accepted' | 'declined',
): Promise<void> {
  await invitations.answerInvitation(tx, view.id, status, now().getTime())
  await markAnswered(tx, actor.userId, view, status)
  recordAudit(tx, {
    action: status === 'accepted' ? 'team.member_joined' : 'team.invitation_declined',
    target: { type: 'item', id: view.folder_id, name: view.folder_name },
  })
  const members = await findMembers(tx, view.folder_id)
  recordChange(tx, 'team', [view.owner_id, actor.userId, ...members.map(person => person.id)])
}

/**
 * Accepts an invitation. @returns the team folder
 * @throws AppError `team.own_address` for the owner, who may have changed to the invited address
 */
export const acceptInvitation = (
  deps: Pick<Deps, 'transact' | 'now' | 'secret' | 'config'>,
  actor: UserActor,
  answer: InvitationAnswer,
): Promise<ItemView> =>
  deps.transact(async tx => {
    const view = await lockInvitation(tx, deps, actor, answer)
    if (view.owner_id === actor.userId) throw new AppError('team.own_address')
    await insertMember(tx, {
      folder_id: view.folder_id,
      user_id: actor.userId,
      permission: view.permission,
      created_at: deps.now().getTime(),
    })
    await saveAnswer(tx, deps, actor, view, 'accepted')
    return requireView(tx, view.folder_id, actor.userId)
  })

export const declineInvitation = (
  deps: Pick<Deps, 'transact' | 'now' | 'secret' | 'config'>,
  actor: UserActor,
  answer: InvitationAnswer,
): Promise<void> =>
  deps.transact(async tx => {
    const view = await lockInvitation(tx, deps, actor, answer)
    await saveAnswer(tx, deps, actor, view, 'declined')
  })
