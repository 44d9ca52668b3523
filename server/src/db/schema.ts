import type { Generated, Selectable } from 'kysely'
import type { AccessTokenTable } from './schema-access.ts'
import type { AccountDeletionSchema } from './schema-account-deletion.ts'
import type { DocumentTypeTable, DocumentValueTable, SubcategoryTable } from './schema-documents.ts'
import type { JobTable, RemoteUploadTable, TrashEmptyingTable } from './schema-jobs.ts'
import type { NotificationTable } from './schema-notifications.ts'
import type { TrafficTable, UserQuotaTable, UserRestrictionTable } from './schema-quotas.ts'
import type {
  SearchEntryTable,
  SearchQueueTable,
  SearchTextTable,
  SearchTypoTable,
  SearchVocabularyTable,
} from './schema-search.ts'
import type {
  ShareDeliveryTable,
  ShareEventTable,
  ShareTable,
  TeamInvitationTable,
  TeamMemberTable,
  UploadRequestDocumentTable,
  UploadRequestFileTable,
  UploadRequestTable,
} from './schema-sharing.ts'
import type {
  IsoTime,
  MaybeTime,
  PasskeyTable,
  UsedCodeTable,
  VerificationTable,
} from './schema-sign-in.ts'
import type { EmailLinkTable, SignUpTable } from './schema-sign-up.ts'
import type { UploadTable } from './schema-uploads.ts'

/** Times are UTC in milliseconds since 1970, flags 0 or 1: alike on both databases. */
type Millis = number
type Flag = 0 | 1

interface UserTable {
  id: string
  name: string
  email: string
  /** Somebody has followed a link that was sent there. 0 or 1 on SQLite. */
  email_verified: Generated<boolean | Flag>
  role: 'admin' | 'user'
  two_factor_confirmed_at: MaybeTime
  /** Milliseconds; null until the first time, or since before this was kept. */
  signed_in_at: Generated<number | string | null>
  /** Of the browser he signed in with last; letters are in it while he has chosen none. */
  spoken_language: Generated<'en' | 'es' | null>
  created_at: IsoTime
  updated_at: IsoTime
}

/** A way to sign in: here the provider `credential`, a password. */
interface AccountTable {
  id: string
  user_id: string
  provider_id: string
  account_id: string
  password: string | null
  created_at: IsoTime
  updated_at: IsoTime
}

interface UserSettingsTable {
  user_id: string
  first_name: string
  last_name: string
  color: string
  theme_mode: 'dark' | 'light' | 'system'
  emoji_type: 'twemoji' | 'applemoji'
  language: 'en' | 'es' | null
  /** Null: the browser's. */
  timezone: string | null
  /** Where his picture is and what its address has; null without one. */
  avatar_key: string | null
  avatar_xs_bytes: number | null
  avatar_sm_bytes: number | null
  avatar_md_bytes: number | null
}

interface ItemTable {
  id: string
  owner_id: string
  /** Null only on a home folder, whose id is its owner's. */
  parent_id: string | null
  type: 'file' | 'folder'
  name: string
  original_name: string | null
  /** What makes two names the same in one folder. */
  name_key: string
  /** What names are sorted by. */
  sort_name: string
  size_bytes: number
  mimetype: string | null
  category: 'image' | 'video' | 'audio' | 'document' | 'other' | null
  blob_id: string | null
  creator_id: string | null
  /** The team folder that it is or lies in. */
  team_id: string | null
  /** The guest of an upload request who brought it. */
  guest_id: string | null
  color: string | null
  emoji: string | null
  document_type_id: string | null
  subcategory_id: string | null
  /** Whether every field that the type and the subcategory require has a value. */
  document_entered: Generated<Flag>
  /** How many folders and files lie directly in this folder, trashed ones left out. */
  folder_count: number
  file_count: number
  /** How many earlier contents are kept of a file. */
  version_count: Generated<number>
  /** Who brought the present content, and when; null on a content that came with the file itself. */
  content_creator_id: string | null
  content_at: Millis | null
  trashed_at: Millis | null
  /** The folder whose removal took this item along; null on what was removed itself. */
  trashed_with: string | null
  /** Whether the lists' indexes and the search have let go of a trashed item. */
  is_unindexed: Generated<Flag>
  created_at: Millis
  /** Of a file, when its content was last changed: moving and renaming leave it. */
  updated_at: Millis
  /** When a move or a copy put it into its folder; null where it was created. */
  placed_at: Millis | null
}

interface ItemVersionTable {
  id: string
  item_id: string
  /** Counts up within an item: a later version has a higher number. */
  number: number
  blob_id: string
  size_bytes: number
  mimetype: string | null
  creator_id: string | null
  created_at: Millis
}

interface FavouriteTable {
  user_id: string
  item_id: string
  created_at: Millis
}

/** A customer's folder at the root of somebody's files. */
interface CustomFolderTable {
  item_id: string
  member_number: string
  identification: string
  first_name: string
  last_name: string
}

interface BlobTable {
  id: string
  storage_key: string
  size_bytes: number
  sha256: string | null
  /** Told by archives beside each content; null until it is first needed. */
  crc32: number | null
  created_at: Millis
  /** Set when something stopped pointing here; a job looks whether anything still does. */
  released_at: Millis | null
}

/** Derived of a content: pictures under a key of their own, or why there are none. */
interface PreviewTable {
  blob_id: string
  /** All sizes behind each other; null when nothing could be made. */
  storage_key: string | null
  /** 0 where a size is the same as the one before it. */
  xs_bytes: number
  sm_bytes: number
  lg_bytes: number
  xl_bytes: number
  /** JSON. */
  exif: string | null
  fault: 'unreadable' | 'too_large' | 'too_slow' | 'too_much_memory' | 'crashed' | null
  created_at: Millis
}

/** What goes into an archive, kept so that the archive has a short address. */
interface ZipSelectionTable {
  id: string
  actor_key: string
  /** As the address would say it. */
  items: string
  created_at: Millis
}

interface SettingTable {
  name: string
  value: string
}

interface MigrationTable {
  name: string
  applied_at: Millis
}

interface RateLimitTable {
  key: string
  count: number
  resets_at: Millis
}

interface SessionTable {
  id: string
  token: string
  user_id: string
  expires_at: IsoTime
  ip_address: string | null
  user_agent: string | null
  created_at: IsoTime
  updated_at: IsoTime
}

export interface Schema extends AccountDeletionSchema {
  users: UserTable
  accounts: AccountTable
  sessions: SessionTable
  verifications: VerificationTable
  passkeys: PasskeyTable
  used_codes: UsedCodeTable
  access_tokens: AccessTokenTable
  user_settings: UserSettingsTable
  user_quotas: UserQuotaTable
  user_restrictions: UserRestrictionTable
  items: ItemTable
  item_versions: ItemVersionTable
  favourites: FavouriteTable
  custom_folders: CustomFolderTable
  document_types: DocumentTypeTable
  subcategories: SubcategoryTable
  document_values: DocumentValueTable
  blobs: BlobTable
  previews: PreviewTable
  uploads: UploadTable
  traffic: TrafficTable
  zip_selections: ZipSelectionTable
  settings: SettingTable
  rate_limits: RateLimitTable
  migrations: MigrationTable
  search_queue: SearchQueueTable
  search_entries: SearchEntryTable
  search_texts: SearchTextTable
  search_vocabulary: SearchVocabularyTable
  search_typo_keys: SearchTypoTable
  jobs: JobTable
  trash_emptyings: TrashEmptyingTable
  remote_uploads: RemoteUploadTable
  notifications: NotificationTable
  team_members: TeamMemberTable
  team_invitations: TeamInvitationTable
  shares: ShareTable
  download_allowances: ShareDeliveryTable
  share_events: ShareEventTable
  upload_requests: UploadRequestTable
  upload_request_documents: UploadRequestDocumentTable
  upload_request_files: UploadRequestFileTable
  email_links: EmailLinkTable
  sign_ups: SignUpTable
}
export type PreviewRow = Selectable<PreviewTable>
export type ItemRow = Selectable<ItemTable>
export type JobRow = Selectable<JobTable>
export type NotificationRow = Selectable<NotificationTable>
export type RemoteUploadRow = Selectable<RemoteUploadTable>
export type UploadRow = Selectable<UploadTable>
export type UserSettingsRow = Selectable<UserSettingsTable>
