export {
  type Choice,
  type Classification,
  classify,
  classifyForUpdate,
  classifyIfThere,
  columnsOf,
  fieldsWithin,
  NO_DOCUMENT,
  type OfferedField,
} from './classify.service.ts'
export { settleEntered } from './document-types.repository.ts'
export { documentTypesRoutes } from './document-types.routes.ts'
export { requiredIds } from './document-types.rules.ts'
export { Catalogue, seedTypes } from './seed.service.ts'
