import { FilterQuery } from './browse.ts'
import { endpoint } from './endpoint.ts'

/** CSV (RFC 4180) in UTF-8 with a byte order mark, with translated headers. */
export const reportItems = endpoint({
  method: 'GET',
  path: '/api/reports/items',
  access: 'user',
  summary:
    'Returns the flat list of all items as CSV, with the same filters, newest first; includes the fields of the filtered document type. For an administrator who exports items of others it needs a recent sign-in and is recorded in the audit log.',
  query: FilterQuery.omit({ page: true, per_page: true, sort: true, direction: true }),
})
