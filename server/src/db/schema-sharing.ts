import type { ShareEventKind } from '@coffer/contract/shares'
import type { Generated, Selectable } from 'kysely'

type Millis = number

/** Who works in somebody's team folder; its owner is no member of it. */
export interface TeamMemberTable {
  folder_id: string
  user_id: string
  permission: 'can_edit' | 'can_view'
  created_at: Millis
}

export interface TeamInvitationTable {
  id: string
  folder_id: string
  inviter_id: string
  /** In lower case. */
  email: string
  permission: 'can_edit' | 'can_view'
  status: 'pending' | 'accepted' | 'declined'
  created_at: Millis
  answered_at: Millis | null
}

/** A link to an item; an item has one at most. */
export interface ShareTable {
  id: string
  item_id: string
  owner_id: string
  token: string
  /** Links are looked up by it: how long that takes tells nothing about a token. */
  token_hash: string
  permission: 'editor' | 'visitor'
  password_hash: string | null
  /** What unlocking is signed with; another one with every password, so that old cookies open nothing. */
  unlock_key: string
  /** The choice behind `expires_at`. */
  expires_in_hours: number | null
  expires_at: Millis | null
  download_limit: number | null
  downloads: Generated<number>
  visits: Generated<number>
  created_at: Millis
  updated_at: Millis
}

/** One download that a limited link has been charged for, and what of it was not sent yet. */
export interface ShareDeliveryTable {
  id: string
  share_id: string
  visitor: string
  content: string
  remaining_bytes: number
  created_at: Millis
}

export interface ShareEventTable {
  id: string
  share_id: string
  kind: ShareEventKind
  item_id: string | null
  /** As it was called then. */
  name: string | null
  bytes: number | null
  device: string | null
  created_at: Millis
}

export interface UploadRequestTable {
  id: string
  owner_id: string
  /** Where everything goes that comes in; null once that folder is no more. */
  folder_id: string | null
  token: string
  token_hash: string
  name: string
  note: string | null
  email: string | null
  status: 'active' | 'filled' | 'expired'
  expires_at: Millis | null
  max_bytes: number | null
  max_files: number | null
  /** JSON: endings such as `pdf`, or null for any. */
  allowed_types: string | null
  received_files: Generated<number>
  received_bytes: Generated<number>
  created_at: Millis
  closed_at: Millis | null
}

/** A document that a request asks for. */
export interface UploadRequestDocumentTable {
  id: string
  request_id: string
  position: number
  document_type_id: string
  subcategory_id: string | null
}

/** What came in through a request, as it came: what its owner makes of it is no guest's to know. */
export interface UploadRequestFileTable {
  item_id: string
  request_id: string
  guest_id: string
  name: string
  size_bytes: number
  /** With the earlier contents that it replaced. */
  counted_bytes: number
  blob_id: string
  /** In hexadecimal digits; null until it is worked out. */
  sha256: string | null
  document_type_id: string | null
  subcategory_id: string | null
  received_at: Millis
}

export type ShareRow = Selectable<ShareTable>
/** A link, the item it leads to, and whose it is. */
export type ShareWithItem = ShareRow & {
  type: 'file' | 'folder'
  name: string
  size_bytes: number
  owner_name: string
  owner_color: string
  owner_avatar_key: string | null
  /** Whether anything was imposed on him. */
  owner_restricted: 0 | 1
}
export type UploadRequestRow = Selectable<UploadRequestTable>
/** A request, its folder and whose it is. */
export type UploadRequestWithFolder = UploadRequestRow & {
  /** Null while its folder is in the trash, or once it is no more. */
  folder_name: string | null
  owner_name: string
  owner_color: string
  owner_avatar_key: string | null
  owner_restricted: 0 | 1
}
export type UploadRequestFileRow = Selectable<UploadRequestFileTable>
