export { presentNotification } from './notifications.presenter.ts'
export { notificationsRoutes } from './notifications.routes.ts'
export { clearAction, latestNotifications, notify } from './notifications.service.ts'
