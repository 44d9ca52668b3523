import type { UserActor } from '../../actor.ts'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import { ROWS_PER_STATEMENT } from '../../db/write-in-batches.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { inBatches } from '../../lib/batches.ts'
import { recordAudit } from '../audit/index.ts'
import { sendMail } from '../emails/index.ts'
import type { ItemCondition, ItemView } from '../items/index.ts'
import { clearActions, notify } from '../notifications/index.ts'
import { type Owned, requireUnrestricted } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import * as invitations from './invitations.repository.ts'
import * as people from './people.repository.ts'
import { differenceOf, exceedsLimit, type MemberChanges, type TeamLimit } from './teams.rules.ts'

export type PeopleDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

export interface InvitingDeps extends PeopleDeps {
  /** @throws AppError `request.too_many` when a user invites too many addresses */
  limitInvitations: (tx: Db, inviterId: string, count: number) => Promise<void>
}

/** The only place that decides how many members an owner may have. */
async function teamLimitOf(db: Db, ownerId: string): Promise<TeamLimit> {
  const settings = await readSettings(db)
  const plan =
    settings.subscription_type === 'fixed' ? await people.findPlanOf(db, ownerId) : undefined
  if (plan) return { type: 'fixed', total: plan.max_team_members ?? -1 }
  return { type: settings.subscription_type, total: settings.default_max_team_member }
}

/** Returns an owner's limit of members and the addresses that count toward it. */
export const findTeamCapacity = async (db: Db, ownerId: string) => ({
  ...(await teamLimitOf(db, ownerId)),
  emails: await people.findCountedEmails(db, ownerId),
})

/**
 * Sets the members and invitations of a folder. Expects the owner's tree to be locked.
 * @param limited the folder, unless its owner was allowed to create it in the same transaction
 * @throws AppError `folder.restricted` when an owner without team folders invites more people
 */
export async function updateMembers(
  tx: Db,
  deps: InvitingDeps,
  actor: UserActor,
  folder: Pick<ItemView, 'id' | 'name'>,
  changes: MemberChanges,
  limited: readonly Owned[] = [],
): Promise<void> {
  const inviter = await people.findPerson(tx, actor.userId)
  const members = await people.findMembers(tx, folder.id)
  const pending = await invitations.findPending(tx, folder.id)
  if (changes.invitations?.some(({ email }) => email === inviter.email))
    throw new AppError('team.own_address', {
      errors: { invitations: ['errors.team.own_address.detail'] },
    })
  const { removed, changed, withdrawn, changedInvitations, invited } = differenceOf(
    members,
    pending,
    changes,
  )
  if (invited.length > 0) await requireUnrestricted(tx, actor, limited, 'canCreateTeamFolder')
  const idsOf = (rows: readonly { id: string }[]) => rows.map(row => row.id)
  await people.deleteMembers(tx, folder.id, idsOf(removed))
  await withdrawInvitations(tx, withdrawn)
  for (const permission of ['can_edit', 'can_view'] as const) {
    const allowed = (rows: readonly { id: string; permission: string }[]) =>
      idsOf(rows.filter(row => row.permission === permission))
    await people.changeMembers(tx, folder.id, allowed(changed), permission)
    await invitations.changePending(tx, allowed(changedInvitations), permission)
  }
  recordMemberChanges(tx, folder, {
    'team.member_removed': removed,
    'team.member_changed': changed,
    'team.invitation_withdrawn': withdrawn,
    'team.member_invited': invited,
  })
  await requireMemberLimit(tx, actor.userId, emailsOf(invited))
  await invite(tx, deps, { folder, inviter, invited })
  recordChange(tx, 'team', [actor.userId, ...idsOf(members)])
}

type MemberAction =
  | 'team.member_removed'
  | 'team.member_changed'
  | 'team.invitation_withdrawn'
  | 'team.member_invited'

function recordMemberChanges(
  tx: Db,
  { id, name }: Pick<ItemView, 'id' | 'name'>,
  changes: Record<MemberAction, readonly { email: string; permission: string }[]>,
): void {
  const target = { type: 'item', id, name }
  for (const [action, people] of Object.entries(changes))
    for (const { email: member, permission } of people)
      recordAudit(tx, { action: action as MemberAction, target, after: { member, permission } })
}

const emailsOf = (rows: readonly { email: string }[]) => rows.map(row => row.email)

async function requireMemberLimit(
  tx: Db,
  ownerId: string,
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return
  const limit = await teamLimitOf(tx, ownerId)
  const counted = await people.findCountedEmails(tx, ownerId)
  if (exceedsLimit(limit, counted, emails))
    throw new AppError('team.limit_reached', { values: { limit: limit.total } })
}

/** Withdraws invitations and removes the actions of their notifications. */
export async function withdrawInvitations(
  tx: Db,
  rows: readonly invitations.InvitationRow[],
): Promise<void> {
  for (const batch of inBatches(rows, ROWS_PER_STATEMENT)) {
    const ids = batch.map(row => row.id)
    const invited = await people.findByEmails(tx, emailsOf(batch))
    await clearActions(
      tx,
      invited.map(account => account.id),
      ids,
    )
    await invitations.deletePending(tx, ids)
  }
}

/** Withdraws the open invitations to team folders that are about to be deleted. */
export const withdrawInvitationsTo = async (tx: Db, selection: ItemCondition): Promise<void> =>
  withdrawInvitations(tx, await invitations.findPendingTo(tx, selection))

/** Withdraws the open invitations of an address to the team folders that it gets from their owner. */
export async function withdrawInvitationsFrom(
  tx: Db,
  ownerId: string,
  email: string,
): Promise<void> {
  const views = await invitations.findPendingFor(tx, email)
  await withdrawInvitations(
    tx,
    views.filter(view => view.owner_id === ownerId),
  )
}

interface Invite {
  folder: Pick<ItemView, 'id' | 'name'>
  inviter: Omit<people.PersonView, 'permission'>
  invited: readonly { email: string; permission: 'can_edit' | 'can_view' }[]
}

/** Sends invitations by email; users with an account also get a notification. */
async function invite(
  tx: Db,
  deps: InvitingDeps,
  { folder, inviter, invited }: Invite,
): Promise<void> {
  if (invited.length === 0) return
  await deps.limitInvitations(tx, inviter.id, invited.length)
  const at = deps.now().getTime()
  const rows = invited.map(invitee => ({
    ...invitee,
    id: deps.newId(),
    folder_id: folder.id,
    inviter_id: inviter.id,
    status: 'pending' as const,
    created_at: at,
    answered_at: null,
  }))
  await invitations.insertInvitations(tx, rows)
  const accounts = await people.findByEmails(tx, emailsOf(rows))
  const byEmail = new Map(accounts.map(account => [account.email, account]))
  for (const { id, email, permission } of rows) {
    const account = byEmail.get(email)
    const message = {
      template: 'team-invitation' as const,
      data: {
        inviter: inviter.name,
        folder: folder.name,
        permission,
        has_account: account !== undefined,
        invitation: id,
      },
    }
    if (account)
      await notifyInvitee(
        tx,
        deps,
        account.id,
        { id, inviter: inviter.name, folder: folder.name },
        message,
      )
    else await sendMail(tx, deps, { to: email, language: null, ...message })
  }
}

interface InvitationNotice {
  id: string
  inviter: string
  folder: string
}

const notifyInvitee = (
  tx: Db,
  deps: PeopleDeps,
  userId: string,
  { id, ...params }: InvitationNotice,
  email?: Parameters<typeof notify>[3]['email'],
): Promise<void> =>
  notify(tx, deps, [userId], {
    category: 'team-invitation',
    type: 'team_invitation',
    params,
    action: { type: 'invitation', id },
    ...(email && { email }),
  })

/** Turns the invitations of an address into notifications of its new account. */
export async function notifyInvited(tx: Db, deps: PeopleDeps, userId: string): Promise<void> {
  const { email } = await people.findPerson(tx, userId)
  for (const view of await invitations.findPendingFor(tx, email))
    await notifyInvitee(tx, deps, userId, {
      id: view.id,
      inviter: view.inviter_name,
      folder: view.folder_name,
    })
}
