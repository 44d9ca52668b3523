export {
  type DunningReason,
  findOpen as findOpenDunnings,
  isRestricted as hasLastReminder,
} from './dunning.repository.ts'
export { findDueDunnings, remind, resolveDunnings, startDunning } from './dunning.service.ts'
