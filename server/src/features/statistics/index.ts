export { countUsersByDay } from './statistics.repository.ts'
export { readStatistics, readTotals } from './statistics.service.ts'
