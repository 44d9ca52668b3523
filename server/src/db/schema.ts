import type { Generated, Selectable } from 'kysely'
import type { AccessTokenTable } from './schema-access.ts'
import type { AccountDeletionSchema } from './schema-account-deletion.ts'
import type { AuditChainTable, AuditEntryTable } from './schema-audit.ts'
import type { BlobsSchema } from './schema-blobs.ts'
import type { DocumentTypeTable, DocumentValueTable, SubcategoryTable } from './schema-documents.ts'
import type { JobTable, RemoteUploadTable, TrashEmptyingTable } from './schema-jobs.ts'
import type {
  LanguageStringTable,
  LanguageTable,
  LanguageVersionTable,
} from './schema-languages.ts'
import type { NotificationTable } from './schema-notifications.ts'
import type { PagesSchema } from './schema-pages.ts'
import type { PaymentsSchema } from './schema-payments.ts'
import type { PlansSchema } from './schema-plans.ts'
import type { ProcessSchema } from './schema-processes.ts'
import type { TrafficTable, UserQuotaTable, UserRestrictionTable } from './schema-quotas.ts'
import type {
  SearchEntryTable,
  SearchQueueTable,
  SearchStaleTextTable,
  SearchTextTable,
  SearchTypoTable,
  SearchVocabularyTable,
} from './schema-search.ts'
import type { SecretTable, SettingTable } from './schema-settings.ts'
import type { SetupStepTable } from './schema-setup.ts'
import type {
  DownloadAllowanceTable,
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
import type { SubscriptionsSchema } from './schema-subscriptions.ts'
import type { UploadPartTable, UploadTable } from './schema-uploads.ts'
import type { UserAdministrationSchema } from './schema-user-administration.ts'

/** Times are milliseconds since 1970 (UTC) and flags are 0 or 1, on both databases. */
type Millis = number
type Flag = 0 | 1

interface UserTable {
  id: string
  name: string
  email: string
  /** Whether a link sent to the address was opened. 0 or 1 on SQLite. */
  email_verified: Generated<boolean | Flag>
  role: 'admin' | 'user'
  two_factor_confirmed_at: MaybeTime
  /** Milliseconds; null before the first recorded sign-in. */
  signed_in_at: Generated<number | string | null>
  /** Language of the browser of the last sign-in, used in emails unless the user has chosen one. */
  spoken_language: Generated<string | null>
  /** Milliseconds; null unless an administrator suspended the user. */
  suspended_at: Generated<number | null>
  suspension_reason: Generated<string | null>
  created_at: IsoTime
  updated_at: IsoTime
}

/** A sign-in method; the provider `credential` is a password. */
interface AccountTable {
  id: string
  user_id: string
  provider_id: string
  account_id: string
  password: string | null
  /** Whether its claim for the role made the user an administrator. */
  gives_admin: Generated<Flag>
  created_at: IsoTime
  updated_at: IsoTime
}

interface UserSettingsTable {
  user_id: string
  first_name: string
  last_name: string
  color: string
  theme_mode: 'dark' | 'light' | 'system'
  /** 0 while the theme is the default of the installation. */
  has_own_theme: Generated<Flag>
  emoji_type: 'twemoji' | 'applemoji'
  /** 0 while the emoji set is the default of the installation. */
  has_own_emoji: Generated<Flag>
  language: string | null
  /** Null for the browser's time zone. */
  timezone: string | null
  /** Storage key of the avatar, also part of its URL; null without one. */
  avatar_key: string | null
  avatar_xs_bytes: number | null
  avatar_sm_bytes: number | null
  avatar_md_bytes: number | null
}

interface ItemTable {
  id: string
  owner_id: string
  /** Null only for a home, whose id is the id of its owner. */
  parent_id: string | null
  type: 'file' | 'folder'
  name: string
  original_name: string | null
  /** Normalized name; unique within a folder. */
  name_key: string
  /** Sort key of the name. */
  sort_name: string
  size_bytes: number
  mimetype: string | null
  category: 'image' | 'video' | 'audio' | 'document' | 'other' | null
  blob_id: string | null
  creator_id: string | null
  /** The team folder that the item is or lies in. */
  team_id: string | null
  /** The guest of an upload request who uploaded it. */
  guest_id: string | null
  color: string | null
  emoji: string | null
  document_type_id: string | null
  subcategory_id: string | null
  /** Whether all fields required by the type and subcategory have values. */
  document_entered: Generated<Flag>
  /** Number of direct children, without trashed ones. */
  folder_count: number
  file_count: number
  /** Number of earlier versions of a file. */
  version_count: Generated<number>
  /** Uploader and time of the current content; null for the file's first content. */
  content_creator_id: string | null
  content_at: Millis | null
  trashed_at: Millis | null
  /** The folder that was trashed with the item inside; null if the item was trashed itself. */
  trashed_with: string | null
  /** Whether a trashed item was removed from list and search indexes. */
  is_unindexed: Generated<Flag>
  created_at: Millis
  /** For a file, when its content last changed; moving and renaming do not count. */
  updated_at: Millis
  /** When a move or copy put it into its folder; null if it was created there. */
  placed_at: Millis | null
}

interface ItemVersionTable {
  id: string
  item_id: string
  /** Increases with each version of an item. */
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

/** A customer folder at the root of a user's home. */
interface CustomFolderTable {
  item_id: string
  member_number: string
  identification: string
  first_name: string
  last_name: string
}

/** Thumbnails and camera data of a content, or the reason why there are none. */
interface PreviewTable {
  blob_id: string
  /** All sizes in sequence; null when none could be made. */
  storage_key: string | null
  /** 0 if a size equals the previous one. */
  xs_bytes: number
  sm_bytes: number
  lg_bytes: number
  xl_bytes: number
  /** JSON. */
  exif: string | null
  failure: 'unreadable' | 'too_large' | 'too_slow' | 'too_much_memory' | 'crashed' | null
  created_at: Millis
}

/** Items selected for an archive, stored to keep its URL short. */
interface ZipSelectionTable {
  id: string
  actor_key: string
  /** In the format of the URL parameter. */
  items: string
  created_at: Millis
}

interface MigrationTable {
  name: string
  applied_at: Millis
  /** The newest migration that a process has to know to run on the result; null for any. */
  floor: string | null
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
  /** Null until the user entered their password again within the session. */
  reauthenticated_at: Generated<Millis | null>
  created_at: IsoTime
  updated_at: IsoTime
}

export interface Schema
  extends AccountDeletionSchema,
    BlobsSchema,
    PagesSchema,
    PaymentsSchema,
    PlansSchema,
    SubscriptionsSchema,
    ProcessSchema,
    UserAdministrationSchema {
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
  previews: PreviewTable
  uploads: UploadTable
  upload_parts: UploadPartTable
  traffic: TrafficTable
  zip_selections: ZipSelectionTable
  settings: SettingTable
  languages: LanguageTable
  language_strings: LanguageStringTable
  language_version: LanguageVersionTable
  setup_steps: SetupStepTable
  secrets: SecretTable
  rate_limits: RateLimitTable
  migrations: MigrationTable
  search_queue: SearchQueueTable
  search_entries: SearchEntryTable
  search_stale_texts: SearchStaleTextTable
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
  download_allowances: DownloadAllowanceTable
  share_events: ShareEventTable
  upload_requests: UploadRequestTable
  upload_request_documents: UploadRequestDocumentTable
  upload_request_files: UploadRequestFileTable
  email_links: EmailLinkTable
  sign_ups: SignUpTable
  audit_entries: AuditEntryTable
  audit_chain: AuditChainTable
}
export type PreviewRow = Selectable<PreviewTable>
export type ItemRow = Selectable<ItemTable>
export type JobRow = Selectable<JobTable>
export type NotificationRow = Selectable<NotificationTable>
export type RemoteUploadRow = Selectable<RemoteUploadTable>
export type UploadRow = Selectable<UploadTable>
export type UserSettingsRow = Selectable<UserSettingsTable>
