export { chargeLink, clearOldDeliveries } from './download-allowances.service.ts'
export { clearOldEvents, noteByLink } from './events.service.ts'
export { linkDoor, linksRoutes } from './guest-shares.routes.ts'
export { sharesRoutes } from './shares.routes.ts'
