import type { GuestUploadRequest, ReceiptFile } from '@coffer/contract/guest-upload-requests'
import type { UploadRequest } from '@coffer/contract/upload-requests'
import type { UploadRequestFileRow, UploadRequestWithFolder } from '../../db/schema-sharing.ts'
import { avatarOf } from '../avatars/index.ts'
import type { RequestWithChecklist } from './checklist.service.ts'
import type { GuestRequestView } from './guests.service.ts'
import { isOpen, remainingOf, statusOf, typesOf } from './upload-requests.rules.ts'

const iso = (millis: number): string => new Date(millis).toISOString()
const moment = (millis: number | null): string | null => (millis === null ? null : iso(millis))

const presentDocuments = ({ documents }: RequestWithChecklist) =>
  documents.map(({ id, document_type_id, type_name, subcategory_id, ...document }) => ({
    id,
    tipo_id: document_type_id,
    tipo_nombre: type_name,
    subcategory_id,
    subcategory_nombre: document.subcategory_name,
    is_missing: document.isMissing,
  }))

const folderOf = ({ folder_id: id, folder_name: name }: UploadRequestWithFolder) => ({
  data: id === null || name === null ? null : { id, type: 'folder' as const, attributes: { name } },
})

const limitsOf = (request: UploadRequestWithFolder) => ({
  max_bytes: request.max_bytes,
  max_files: request.max_files,
  allowed_types: typesOf(request),
})

export const presentRequest = (
  checked: RequestWithChecklist,
  origin: string,
  now: Date,
): UploadRequest => {
  const { request } = checked
  return {
    id: request.id,
    type: 'upload-request',
    attributes: {
      token: request.token,
      link: `${origin}/request/${request.token}/upload`,
      status: statusOf(request, now),
      is_open: isOpen(request, now),
      name: request.name,
      note: request.note,
      email: request.email,
      folder_id: request.folder_id,
      expires_at: moment(request.expires_at),
      ...limitsOf(request),
      received_files: request.received_files,
      received_bytes: request.received_bytes,
      documents: presentDocuments(checked),
      created_at: iso(request.created_at),
      closed_at: moment(request.closed_at),
    },
    relationships: { folder: folderOf(request) },
  }
}

export function presentGuestRequest(view: GuestRequestView, now: Date): GuestUploadRequest {
  const { request, sent } = view
  const remaining = remainingOf(request)
  const isTrashed = request.folder_name === null && statusOf(request, now) === 'active'
  return {
    id: request.token,
    type: 'upload-request',
    attributes: {
      token: request.token,
      // Guests must not learn that the folder is in the trash, so the request shows as expired.
      status: isTrashed ? 'expired' : statusOf(request, now),
      name: request.name,
      note: request.note,
      expires_at: moment(request.expires_at),
      ...limitsOf(request),
      bytes_left: remaining.bytes,
      files_left: remaining.files,
      sent_files: sent.files,
      sent_bytes: sent.bytes,
      documents: presentDocuments(view),
      closed_at: moment(request.closed_at),
    },
    relationships: {
      folder: folderOf(request),
      user: {
        data: {
          id: request.owner_id,
          type: 'user',
          attributes: {
            name: request.owner_name,
            color: request.owner_color,
            avatar: avatarOf(request.owner_avatar_key),
          },
        },
      },
    },
  }
}

export const presentReceiptFile = (file: UploadRequestFileRow): ReceiptFile => ({
  id: file.item_id,
  type: 'receipt-file',
  attributes: {
    name: file.name,
    size_bytes: file.size_bytes,
    sha256: file.sha256,
    received_at: iso(file.received_at),
  },
})
