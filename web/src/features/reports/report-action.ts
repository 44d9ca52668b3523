import { reportItems } from '@coffer/contract/reports'
import i18next from 'i18next'
import { Sheet } from 'lucide-react'
import { urlOf } from '../../lib/api.ts'
import { startDownload } from '../../lib/start-download.ts'
import type { Filter } from '../browse/browse.api.ts'
import type { MenuAction } from '../items/menu-entry.tsx'

/** Takes the list that is shown along whole, for a spreadsheet. */
export const reportAction = (filter: Filter): MenuAction => ({
  label: i18next.t('reports.download'),
  icon: Sheet,
  run: () => startDownload(urlOf(reportItems, { query: { ...filter } })),
})
