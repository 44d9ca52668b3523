import { splitExtension } from '@coffer/contract'
import type { RequestStatus } from '@coffer/contract/upload-requests'
import type { UploadRequestRow, UploadRequestWithFolder } from '../../db/schema-sharing.ts'

const HOUR_MS = 3_600_000

/** @param hours null never ends */
export const endFrom = (now: Date, hours: number | null): number | null =>
  hours === null ? null : now.getTime() + hours * HOUR_MS

type Lifetime = Pick<UploadRequestRow, 'status' | 'expires_at' | 'received_files'>

/** What a request that ends now has become. */
export const endOf = ({ received_files }: Pick<Lifetime, 'received_files'>): RequestStatus =>
  received_files > 0 ? 'filled' : 'expired'

/** Judged when it is asked, at the very instant: nobody waits for the job that writes it down. */
export function statusOf(request: Lifetime, now: Date): RequestStatus {
  if (request.status !== 'active') return request.status
  const isOver = request.expires_at !== null && request.expires_at <= now.getTime()
  return isOver ? endOf(request) : 'active'
}

/** Whether files can be sent: not while its folder is in the trash either. */
export const isOpen = (request: UploadRequestWithFolder, now: Date): boolean =>
  request.folder_name !== null && statusOf(request, now) === 'active'

export const typesOf = ({ allowed_types }: Pick<UploadRequestRow, 'allowed_types'>) =>
  allowed_types === null ? null : (JSON.parse(allowed_types) as string[])

/** Whether a file of that name is what was asked for. */
export function isRequested(types: readonly string[] | null, name: string): boolean {
  const [, ending] = splitExtension(name)
  return types === null || types.includes(ending.slice(1).toLowerCase())
}

type Limits = Pick<
  UploadRequestRow,
  'max_files' | 'max_bytes' | 'received_files' | 'received_bytes'
>

/** What the limits leave; null without one. */
export const leftOf = (request: Limits) => ({
  files:
    request.max_files === null ? null : Math.max(0, request.max_files - request.received_files),
  bytes:
    request.max_bytes === null ? null : Math.max(0, request.max_bytes - request.received_bytes),
})

/** Which of several sizes a request still takes when they come in their order. */
export function sizesThatFitRequest(request: Limits, sizes: readonly number[]): boolean[] {
  const { files, bytes } = leftOf(request)
  let filesLeft = files ?? Number.POSITIVE_INFINITY
  let bytesLeft = bytes ?? Number.POSITIVE_INFINITY
  return sizes.map(size => {
    if (filesLeft < 1 || size > bytesLeft) return false
    filesLeft -= 1
    bytesLeft -= size
    return true
  })
}

interface RequestedDocument {
  document_type_id: string
  subcategory_id: string | null
}

interface CheckedDocument {
  type_name: string
  subcategory_name: string | null
  isMissing: boolean
}

/** More names than these would not fit into a notification. */
const NAMES_LISTED = 5

/** The documents that have not come, in one line; empty when all have. */
export function namesOfMissing(documents: readonly CheckedDocument[]): string {
  const names = documents
    .filter(one => one.isMissing)
    .map(one => [one.type_name, one.subcategory_name].filter(Boolean).join(' · '))
  const rest = names.length > NAMES_LISTED ? ['…'] : []
  return [...names.slice(0, NAMES_LISTED), ...rest].join(', ')
}

/** A document that is asked for without a subcategory has come with any. */
export const hasCome = (
  wanted: RequestedDocument,
  arrived: readonly { document_type_id: string | null; subcategory_id: string | null }[],
): boolean =>
  arrived.some(
    one =>
      one.document_type_id === wanted.document_type_id &&
      (wanted.subcategory_id === null || one.subcategory_id === wanted.subcategory_id),
  )
