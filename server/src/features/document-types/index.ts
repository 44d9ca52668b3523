export {
  type Choice,
  type Classification,
  classify,
  classifyForUpdate,
  classifyIfThere,
  columnsOf,
  type FieldWithSubcategory,
  findFields,
  NO_DOCUMENT,
} from './classify.service.ts'
export { updateEnteredFlags } from './document-types.repository.ts'
export { documentTypesRoutes } from './document-types.routes.ts'
export { requiredIds } from './document-types.rules.ts'
export { Catalogue, seedTypes } from './seed.service.ts'
