import type { Db } from '../../db/open.ts'
import type { UploadRequestWithFolder } from '../../db/schema-sharing.ts'
import * as files from './files.repository.ts'
import * as requests from './upload-requests.repository.ts'
import { hasCome } from './upload-requests.rules.ts'

/** A request with what it asks for, and what of that has not come. */
export interface Checked {
  request: UploadRequestWithFolder
  documents: (requests.WantedRow & { isMissing: boolean })[]
}

/** For many requests in two queries; of one guest what he brought himself. */
export async function check(
  db: Db,
  rows: readonly UploadRequestWithFolder[],
  guestId?: string,
): Promise<Checked[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const wanted = Map.groupBy(await requests.listDocuments(db, ids), row => row.request_id)
  const asking = [...wanted.keys()]
  const came = asking.length > 0 ? await files.arrivedDocuments(db, asking, guestId) : []
  const arrived = Map.groupBy(came, row => row.request_id)
  return rows.map(request => ({
    request,
    documents: (wanted.get(request.id) ?? []).map(one => ({
      ...one,
      isMissing: !hasCome(one, arrived.get(request.id) ?? []),
    })),
  }))
}
