import { EXPORT_DAYS } from '@coffer/contract/data-exports'

/** How long an export is kept after it is ready or has failed. */
export const RETENTION_MS = EXPORT_DAYS * 86_400_000
