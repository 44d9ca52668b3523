export { findValuesOf } from './documents.repository.ts'
export { documentsRoutes } from './documents.routes.ts'
export { wireValue } from './values.rules.ts'
