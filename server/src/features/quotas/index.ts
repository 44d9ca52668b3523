export * as quotas from './quotas.repository.ts'
