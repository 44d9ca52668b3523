export { avatarsRoutes } from './avatars.routes.ts'
export { avatarOf } from './avatars.rules.ts'
export { putAvatar, removeAvatar } from './avatars.service.ts'
