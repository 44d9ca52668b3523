export { type DunningReason, findOpen as findOpenDunnings } from './dunning.repository.ts'
export { findDueDunnings, remind, resolveDunnings, startDunning } from './dunning.service.ts'
