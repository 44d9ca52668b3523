import type { UserActor } from '../../actor.ts'
import { note } from '../../db/notes.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type ItemView, requireView } from '../items/index.ts'
import { clearActions } from '../notifications/index.ts'
import { quotas } from '../quotas/index.ts'
import * as invitations from './invitations.repository.ts'
import { findMembers, findPerson, insertMember } from './people.repository.ts'

/** @throws AppError `team.invitation_used` once it is answered */
export async function getInvitation(
  { db }: { db: Db },
  id: string,
): Promise<invitations.InvitationView> {
  const view = await invitations.findInvitation(db, id)
  if (!view) throw new AppError('team.invitation_not_found')
  if (view.status !== 'pending') throw new AppError('team.invitation_used')
  return view
}

/** Only whom it was sent to answers it; nothing else happens to its folder meanwhile. */
async function holdInvitation(tx: Db, actor: UserActor, id: string) {
  const seen = await getInvitation({ db: tx }, id)
  await quotas.lockOwners(tx, [seen.owner_id])
  const view = await getInvitation({ db: tx }, id)
  const { email } = await findPerson(tx, actor.userId)
  if (email !== view.email) throw new AppError('team.invitation_of_another')
  return view
}

async function answer(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  actor: UserActor,
  view: invitations.InvitationView,
  status: 'accepted' | 'declined',
): Promise<void> {
  await invitations.answerInvitation(tx, view.id, status, now().getTime())
  await clearActions(tx, [actor.userId], [view.id])
  const members = await findMembers(tx, view.folder_id)
  note(tx, 'team', [view.owner_id, actor.userId, ...members.map(person => person.id)])
}

/** @returns the team folder, which is open to him from now on */
export const acceptInvitation = (
  deps: Pick<Deps, 'transact' | 'now'>,
  actor: UserActor,
  id: string,
): Promise<ItemView> =>
  deps.transact(async tx => {
    const view = await holdInvitation(tx, actor, id)
    await insertMember(tx, {
      folder_id: view.folder_id,
      user_id: actor.userId,
      permission: view.permission,
      created_at: deps.now().getTime(),
    })
    await answer(tx, deps, actor, view, 'accepted')
    return requireView(tx, view.folder_id, actor.userId)
  })

export const declineInvitation = (
  deps: Pick<Deps, 'transact' | 'now'>,
  actor: UserActor,
  id: string,
): Promise<void> =>
  deps.transact(async tx => {
    const view = await holdInvitation(tx, actor, id)
    await answer(tx, deps, actor, view, 'declined')
  })
