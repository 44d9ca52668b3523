export { findTeamCapacity, notifyInvited } from './people.service.ts'
export { teamsRoutes } from './teams.routes.ts'
