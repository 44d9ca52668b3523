import { FilterQuery } from './browse.ts'
import { endpoint } from './endpoint.ts'

/** As a spreadsheet takes it: CSV (RFC 4180) in UTF-8 with its mark, the heads in the reader's language. */
export const reportItems = endpoint({
  method: 'GET',
  path: '/api/reports/items',
  access: 'user',
  summary:
    'The flat list of all items as a table, narrowed as it is, newest first; with the fields of the document type that it is narrowed to.',
  query: FilterQuery.omit({ page: true, per_page: true, sort: true, direction: true }),
})
