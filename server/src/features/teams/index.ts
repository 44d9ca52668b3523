export { findTeamRoom, tellWaiting } from './people.service.ts'
export { teamsRoutes } from './teams.routes.ts'
