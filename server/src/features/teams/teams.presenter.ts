import type { InvitationPage } from '@coffer/contract/team-invitations'
import type { TeamFolder, TeamListing } from '@coffer/contract/teams'
import type { UserActor } from '../../actor.ts'
import { avatarOf } from '../avatars/index.ts'
import { presentListing } from '../browse/index.ts'
import { presentItem } from '../items/index.ts'
import type { InvitationView } from './invitations.repository.ts'
import type { PersonView } from './people.repository.ts'
import type { Team, TeamPage } from './teams.service.ts'

const presentPerson = ({ id, avatar_key, ...attributes }: PersonView) => ({
  id,
  type: 'member' as const,
  attributes: { ...attributes, avatar: avatarOf(avatar_key) },
})

export function presentTeam(
  actor: UserActor,
  { folder, owner, members, pending }: Team,
): TeamFolder {
  const { relationships, meta, ...item } = presentItem(actor, folder)
  return {
    ...item,
    relationships: {
      ...relationships,
      members: {
        data: [{ ...owner, permission: 'owner' as const }, ...members].map(presentPerson),
      },
      invitations: {
        data: pending.map(({ id, email, permission, created_at }) => ({
          id,
          type: 'invitation',
          attributes: { email, permission, created_at: new Date(created_at).toISOString() },
        })),
      },
    },
    meta: { ...meta, permission: folder.team_permission ?? 'owner' },
  }
}

export const presentTeamListing = (actor: UserActor, { team, ...page }: TeamPage): TeamListing => {
  const { data, meta } = presentListing(actor, page)
  return { data, meta: { ...meta, teamFolder: team && { data: presentTeam(actor, team) } } }
}

export const presentInvitation = (view: InvitationView): InvitationPage => ({
  id: view.id,
  type: 'invitation',
  attributes: {
    email: view.email,
    permission: view.permission,
    folder: { name: view.folder_name, emoji: view.folder_emoji },
    inviter: { name: view.inviter_name, color: view.inviter_color },
  },
})
