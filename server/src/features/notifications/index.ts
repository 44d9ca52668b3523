export { presentNotification } from './notifications.presenter.ts'
export { countSince, deleteSentToEmail } from './notifications.repository.ts'
export { notificationsRoutes } from './notifications.routes.ts'
export { TO_BILLING } from './notifications.rules.ts'
export {
  clearActions,
  latestNotifications,
  listNotifications,
  markAnswered,
  notify,
} from './notifications.service.ts'
