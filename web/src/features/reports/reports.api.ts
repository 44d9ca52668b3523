import type { Request } from '@coffer/contract'
import { reportItems } from '@coffer/contract/reports'
import { urlOf } from '../../lib/api.ts'
import { startDownload } from '../../lib/start-download.ts'

/** Downloads the list of all items as a spreadsheet. */
export const downloadItems = (query: Request<typeof reportItems>['query']): void =>
  startDownload(urlOf(reportItems, { query }))
