export { consumeDownload, deleteOldAllowances } from './download-allowances.service.ts'
export { clearOldEvents, recordShareEvent, recordShareEventOfItems } from './events.service.ts'
export { guestShareRoutes, registerShareAccess } from './guest-shares.routes.ts'
export { sharesRoutes } from './shares.routes.ts'
