import type { Request } from '@coffer/contract'
import { reportItems } from '@coffer/contract/reports'
import { downloadFile } from '../../ui/download-file.ts'

/**
 * Downloads the list of all items as a spreadsheet. Administrators, whose list has the items of all
 * users, may have to confirm who they are.
 */
export const downloadItems = (query: Request<typeof reportItems>['query']): Promise<void> =>
  downloadFile({ ...reportItems, isSensitive: true }, { query })
