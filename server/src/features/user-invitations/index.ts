export {
  acceptInvitation,
  invite,
  isInvitationExpired,
  sendInvitation,
} from './user-invitations.service.ts'
