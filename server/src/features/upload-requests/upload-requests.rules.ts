import { splitExtension } from '@coffer/contract'
import { HOUR_MS } from '@coffer/contract/durations'
import type { RequestStatus } from '@coffer/contract/upload-requests'
import type { UploadRequestRow, UploadRequestWithFolder } from '../../db/schema-sharing.ts'

/** @param hours null means no expiry */
export const endFrom = (now: Date, hours: number | null): number | null =>
  hours === null ? null : now.getTime() + hours * HOUR_MS

type Lifetime = Pick<UploadRequestRow, 'status' | 'expires_at' | 'received_files' | 'folder_id'>

/** The status of a request whose time has passed, or whose folder is gone. */
const endOf = ({ received_files }: Pick<Lifetime, 'received_files'>): RequestStatus =>
  received_files > 0 ? 'filled' : 'expired'

/** Computed from the expiry and the folder, so that it is exact before the job has saved it. */
export function statusOf(request: Lifetime, now: Date): RequestStatus {
  if (request.status !== 'active') return request.status
  const hasExpired = request.expires_at !== null && request.expires_at <= now.getTime()
  return hasExpired || request.folder_id === null ? endOf(request) : 'active'
}

/** Whether the request accepts files; not while its folder is in the trash. */
export const isOpen = (request: UploadRequestWithFolder, now: Date): boolean =>
  request.folder_name !== null && statusOf(request, now) === 'active'

export const typesOf = ({ allowed_types }: Pick<UploadRequestRow, 'allowed_types'>) =>
  allowed_types === null ? null : (JSON.parse(allowed_types) as string[])

/** Whether the extension of a file name is allowed. */
export function isRequested(types: readonly string[] | null, name: string): boolean {
  const [, ending] = splitExtension(name)
  return types === null || types.includes(ending.slice(1).toLowerCase())
}

type Limits = Pick<
  UploadRequestRow,
  'max_files' | 'max_bytes' | 'received_files' | 'received_bytes'
>

/** The files and bytes that the limits still allow; null without a limit. */
export const remainingOf = (request: Limits) => ({
  files:
    request.max_files === null ? null : Math.max(0, request.max_files - request.received_files),
  bytes:
    request.max_bytes === null ? null : Math.max(0, request.max_bytes - request.received_bytes),
})

export interface RequestFile {
  bytes: number
  /** Whether the file replaces one that the request has received, which then counts no further file. */
  isReplacing: boolean
}

/** Which of several files a request still accepts, in order. */
export function filesThatFitRequest(request: Limits, received: readonly RequestFile[]): boolean[] {
  const { files, bytes } = remainingOf(request)
  let filesLeft = files ?? Number.POSITIVE_INFINITY
  let bytesLeft = bytes ?? Number.POSITIVE_INFINITY
  return received.map(file => {
    const added = file.isReplacing ? 0 : 1
    if (filesLeft < added || file.bytes > bytesLeft) return false
    filesLeft -= added
    bytesLeft -= file.bytes
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

/** More names would not fit into a notification. */
const NAMES_LISTED = 5

/** Lists the missing documents in one line; empty when none is missing. */
export function namesOfMissing(documents: readonly CheckedDocument[]): string {
  const names = documents
    .filter(document => document.isMissing)
    .map(document => [document.type_name, document.subcategory_name].filter(Boolean).join(' · '))
  const rest = names.length > NAMES_LISTED ? ['…'] : []
  return [...names.slice(0, NAMES_LISTED), ...rest].join(', ')
}

/** Whether a document has arrived. Without a subcategory, any subcategory matches. */
export const hasArrived = (
  requested: RequestedDocument,
  arrived: readonly { document_type_id: string | null; subcategory_id: string | null }[],
): boolean =>
  arrived.some(
    document =>
      document.document_type_id === requested.document_type_id &&
      (requested.subcategory_id === null || document.subcategory_id === requested.subcategory_id),
  )
