export { isOpenInvitation } from './invitations.service.ts'
export { countedEmails } from './people.repository.ts'
export {
  findTeamCapacity,
  notifyInvited,
  withdrawInvitationsFrom,
  withdrawInvitationsTo,
} from './people.service.ts'
export { teamsRoutes } from './teams.routes.ts'
export { watchTeamMembers } from './watch-members.http.ts'
