import { exportAudit, listActivity, listAudit } from '@coffer/contract/audit'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { tableQuery } from '../../ui/admin-table/table-query.ts'
import type { TableRequest } from '../../ui/admin-table/table-search.ts'
import { downloadFile } from '../../ui/download-file.ts'

export const auditQuery = (request: TableRequest, language: string) =>
  // The sentences come in the language of the page.
  tableQuery(['admin-audit', language], listAudit, request)

/** Downloads all matching entries as JSON, with their hashes. */
export const exportJson = ({ page, per_page, ...filter }: TableRequest): Promise<void> =>
  downloadFile(exportAudit, { query: { ...filter, format: 'json' } })

export const activityQuery = (language: string) =>
  infiniteQueryOptions({
    queryKey: ['security', 'activity', language],
    queryFn: ({ pageParam, signal }) =>
      api(listActivity, { query: pageParam ? { before: pageParam } : {} }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ data, meta }) => {
      const last = data.at(-1)
      return meta.has_more && last ? Number(last.id) : undefined
    },
  })
