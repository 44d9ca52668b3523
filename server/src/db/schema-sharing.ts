import type { ShareEventKind } from '@coffer/contract/shares'
import type { Generated, Selectable } from 'kysely'

type Millis = number

/** Members of a team folder, without its owner. */
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

/** A link to an item; an item has at most one. */
export interface ShareTable {
  id: string
  item_id: string
  owner_id: string
  token: string
  /** Links are looked up by the hash, so that timing reveals nothing about a token. */
  token_hash: string
  permission: 'editor' | 'visitor'
  password_hash: string | null
  /** Signs unlock cookies; it changes with every password, which invalidates old cookies. */
  unlock_key: string
  /** The chosen duration behind `expires_at`. */
  expires_in_hours: number | null
  expires_at: Millis | null
  download_limit: number | null
  downloads: Generated<number>
  visits: Generated<number>
  created_at: Millis
  updated_at: Millis
}

/** A download that was counted on a limited share, and the bytes still to be sent. */
export interface DownloadAllowanceTable {
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
  /** The item's name at the time. */
  name: string | null
  bytes: number | null
  device: string | null
  created_at: Millis
}

export interface UploadRequestTable {
  id: string
  owner_id: string
  /** The folder that receives the files; null once it is deleted or another user's. */
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
  /** JSON array of extensions such as `pdf`; null for any. */
  allowed_types: string | null
  received_files: Generated<number>
  received_bytes: Generated<number>
  created_at: Millis
  closed_at: Millis | null
}

/** A document that an upload request asks for. */
export interface UploadRequestDocumentTable {
  id: string
  request_id: string
  position: number
  document_type_id: string
  subcategory_id: string | null
}

/** A file as a guest sent it, independent of what the owner does with it afterwards. */
export interface UploadRequestFileTable {
  item_id: string
  request_id: string
  guest_id: string
  name: string
  size_bytes: number
  /** Includes the earlier contents that it replaced. */
  counted_bytes: number
  blob_id: string
  /** Hexadecimal; null until computed. */
  sha256: string | null
  document_type_id: string | null
  subcategory_id: string | null
  received_at: Millis
}

export type ShareRow = Selectable<ShareTable>
/** A share with its item and owner. */
export type ShareWithItem = ShareRow & {
  type: 'file' | 'folder'
  name: string
  size_bytes: number
  owner_name: string
  owner_color: string
  owner_avatar_key: string | null
  /** Whether the owner has any restriction. */
  owner_restricted: 0 | 1
}
export type UploadRequestRow = Selectable<UploadRequestTable>
/** An upload request with its folder and owner. */
export type UploadRequestWithFolder = UploadRequestRow & {
  /** Null while the folder is trashed, and once it is deleted. */
  folder_name: string | null
  owner_name: string
  owner_color: string
  owner_avatar_key: string | null
  owner_restricted: 0 | 1
}
export type UploadRequestFileRow = Selectable<UploadRequestFileTable>
