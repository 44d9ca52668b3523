import type { Db } from '../../db/open.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import * as records from './records.repository.ts'
import { withIsoTimes } from './records.service.ts'

const PAGE_ROWS = 200
const FIRST_PAGE = { guest_id: '', received_at: 0, item_id: '' }

async function* pagesOfFiles(db: Db, requestId: string) {
  for (let after = FIRST_PAGE; ; ) {
    const rows = await records.findReceivedFiles(db, requestId, { after, limit: PAGE_ROWS })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ guest_id: _guest, item_id: _item, ...row }) => withIsoTimes(row))
    after = last
  }
}

/**
 * Yields `data/upload_requests.json`. Guests can have sent very many files, so these are read in
 * pages.
 */
export async function* requestsJson(db: Db, userId: string): Bytes {
  const rows = await records.findRequestedDocuments(db, userId)
  const documents = Map.groupBy(rows, row => row.request_id)
  let start = '[\n'
  for (const { allowed_types, ...row } of await records.findRequests(db, userId)) {
    const request = {
      ...withIsoTimes(row),
      allowed_types: allowed_types === null ? null : JSON.parse(allowed_types),
      documents: (documents.get(row.id) ?? []).map(({ request_id: _, ...document }) => document),
    }
    yield Buffer.from(`${start}${JSON.stringify(request).slice(0, -1)},"received":[`)
    let separator = ''
    for await (const files of pagesOfFiles(db, row.id)) {
      const texts = files.map(file => JSON.stringify(file))
      yield Buffer.from(`${separator}\n${texts.join(',\n')}`)
      separator = ','
    }
    yield Buffer.from(']}')
    start = ',\n'
  }
  yield Buffer.from(start === '[\n' ? '[]\n' : '\n]\n')
}
