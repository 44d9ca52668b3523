import type { Db } from '../../db/open.ts'
import type { UploadRequestWithFolder } from '../../db/schema-sharing.ts'
import * as files from './files.repository.ts'
import * as requests from './upload-requests.repository.ts'
import { hasArrived } from './upload-requests.rules.ts'

/** A request with its requested documents and which of them are missing. */
export interface RequestWithChecklist {
  request: UploadRequestWithFolder
  documents: (requests.RequestedDocumentRow & { isMissing: boolean })[]
}

/**
 * Loads the checklists of many requests with two queries; for one guest, counts only their own
 * files.
 */
export async function loadChecklists(
  db: Db,
  rows: readonly UploadRequestWithFolder[],
  guestId?: string,
): Promise<RequestWithChecklist[]> {
  if (rows.length === 0) return []
  const allIds = rows.map(({ id }) => id)
  const documentsByRequest = Map.groupBy(
    await requests.listDocuments(db, allIds),
    row => row.request_id,
  )
  const requestIds = [...documentsByRequest.keys()]
  const arrivedRows =
    requestIds.length > 0 ? await files.arrivedDocuments(db, requestIds, guestId) : []
  const arrived = Map.groupBy(arrivedRows, row => row.request_id)
  return rows.map(request => ({
    request,
    documents: (documentsByRequest.get(request.id) ?? []).map(document => ({
      ...document,
      isMissing: !hasArrived(document, arrived.get(request.id) ?? []),
    })),
  }))
}
