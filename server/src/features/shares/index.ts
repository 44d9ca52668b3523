export { chargeLink, clearOldDeliveries } from './deliveries.service.ts'
export { clearOldEvents, noteByLink } from './events.service.ts'
export { linkDoor, linksRoutes } from './links.routes.ts'
export { sharesRoutes } from './shares.routes.ts'
