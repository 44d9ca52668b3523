import type { Db } from '../../db/open.ts'
import { ownAppearance } from '../account/index.ts'

const toIso = (millis: number | null) => (millis === null ? null : new Date(millis).toISOString())

export interface ItemRecord {
  /** Path in the archive; null until it is planned. */
  path: string | null
  id: string
  type: 'file' | 'folder'
  name: string
  size_bytes: number
  mimetype: string | null
  created_at: string | null
  updated_at: string | null
  trashed_at: string | null
  color: string | null
  emoji: string | null
  document: {
    type: string | null
    subcategory: string | null
    values: Record<string, string>
  } | null
}

/** Returns the names of all document fields by their ids. */
async function findFieldNames(db: Db): Promise<Map<string, string>> {
  const types = db.selectFrom('document_types').select('fields')
  const rows = await types.unionAll(db.selectFrom('subcategories').select('fields')).execute()
  const fields = rows.flatMap(row => JSON.parse(row.fields) as { id: string; name: string }[])
  return new Map(fields.map(({ id, name }) => [id, name]))
}

async function findValues(db: Db, itemIds: readonly string[]) {
  if (itemIds.length === 0) return new Map<string, Record<string, string>>()
  const names = await findFieldNames(db)
  const rows = await db
    .selectFrom('document_values')
    .selectAll()
    .where('item_id', 'in', itemIds)
    .execute()
  const byItem = Map.groupBy(rows, row => row.item_id)
  return new Map(
    [...byItem].map(([id, values]) => [
      id,
      Object.fromEntries(
        values.map(({ field_id, value }) => [names.get(field_id) ?? field_id, value]),
      ),
    ]),
  )
}

/** Returns the metadata of items in three queries. */
export async function findItemRecords(db: Db, ids: readonly string[]): Promise<ItemRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('items')
    .leftJoin('document_types', 'document_types.id', 'items.document_type_id')
    .leftJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
    .select(['items.id', 'items.type', 'items.name', 'items.size_bytes', 'items.mimetype'])
    .select(['items.created_at', 'items.updated_at', 'items.trashed_at'])
    .select(['items.color', 'items.emoji', 'items.document_type_id'])
    .select(['document_types.name as type_name', 'subcategories.name as subcategory_name'])
    .where('items.id', 'in', ids)
    .execute()
  const documents = rows.filter(row => row.document_type_id !== null).map(row => row.id)
  const values = await findValues(db, documents)
  return rows.map(({ document_type_id, type_name, subcategory_name, ...row }) => ({
    path: null,
    ...row,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    trashed_at: toIso(row.trashed_at),
    document:
      document_type_id === null
        ? null
        : { type: type_name, subcategory: subcategory_name, values: values.get(row.id) ?? {} },
  }))
}

export const findProfile = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .innerJoin('user_quotas as quota', 'quota.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.created_at'])
    .select(['users.two_factor_confirmed_at', 'settings.first_name', 'settings.last_name'])
    .select(['settings.color', ...ownAppearance])
    .select(['settings.language', 'settings.timezone'])
    .select(['quota.used_bytes', 'quota.capacity_bytes'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** Leaves out items of team folders that the user is no longer a member of. */
export const findFavourites = (db: Db, userId: string) =>
  db
    .selectFrom('favourites')
    .innerJoin('items', 'items.id', 'favourites.item_id')
    .select(['items.id', 'items.name', 'items.type', 'favourites.created_at'])
    .where('favourites.user_id', '=', userId)
    .where(eb =>
      eb.or([
        eb('items.owner_id', '=', userId),
        eb.and([
          eb('items.trashed_at', 'is', null),
          eb(
            'items.team_id',
            'in',
            eb.selectFrom('team_members').select('folder_id').where('user_id', '=', userId),
          ),
        ]),
      ]),
    )
    .orderBy('favourites.created_at')
    .execute()

/** Returns shares without tokens and passwords. */
export const findShares = (db: Db, userId: string) =>
  db
    .selectFrom('shares')
    .innerJoin('items', 'items.id', 'shares.item_id')
    .select(['items.id as item_id', 'items.name', 'items.type', 'shares.permission'])
    .select(['shares.expires_at', 'shares.download_limit', 'shares.downloads', 'shares.visits'])
    .select('shares.created_at')
    .where('shares.owner_id', '=', userId)
    .orderBy('shares.created_at')
    .execute()

export const findRequests = (db: Db, userId: string) =>
  db
    .selectFrom('upload_requests')
    .select(['id', 'name', 'note', 'email', 'status', 'folder_id', 'expires_at', 'max_bytes'])
    .select(['max_files', 'allowed_types', 'received_files', 'received_bytes'])
    .select(['created_at', 'closed_at'])
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .execute()

/** The documents that a user's upload requests ask for, in the order of each checklist. */
export const findRequestedDocuments = (db: Db, userId: string) =>
  db
    .selectFrom('upload_request_documents as document')
    .innerJoin('upload_requests', 'upload_requests.id', 'document.request_id')
    .innerJoin('document_types', 'document_types.id', 'document.document_type_id')
    .leftJoin('subcategories', 'subcategories.id', 'document.subcategory_id')
    .select(['document.request_id', 'document_types.name as type'])
    .select('subcategories.name as subcategory')
    .where('upload_requests.owner_id', '=', userId)
    .orderBy('document.position')
    .execute()

interface FilePage {
  after: { guest_id: string; received_at: number; item_id: string }
  limit: number
}

/** The files of an upload request as guests sent them, in the order of its index. */
export const findReceivedFiles = (db: Db, requestId: string, { after, limit }: FilePage) =>
  db
    .selectFrom('upload_request_files as file')
    .leftJoin('document_types', 'document_types.id', 'file.document_type_id')
    .leftJoin('subcategories', 'subcategories.id', 'file.subcategory_id')
    .select(['file.guest_id', 'file.item_id', 'file.name', 'file.size_bytes', 'file.sha256'])
    .select(['document_types.name as type', 'subcategories.name as subcategory'])
    .select('file.received_at')
    .where('file.request_id', '=', requestId)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('file.guest_id', 'file.received_at', 'file.item_id'),
        '>',
        tuple(after.guest_id, after.received_at, after.item_id),
      ),
    )
    .orderBy('file.guest_id')
    .orderBy('file.received_at')
    .orderBy('file.item_id')
    .limit(limit)
    .execute()

export const findOwnTeams = (db: Db, userId: string) =>
  db
    .selectFrom('items')
    .leftJoin('team_members', 'team_members.folder_id', 'items.id')
    .leftJoin('users', 'users.id', 'team_members.user_id')
    .select(['items.id', 'items.name', 'users.email as member', 'team_members.permission'])
    .where('items.owner_id', '=', userId)
    .whereRef('items.id', '=', 'items.team_id')
    .orderBy('items.id')
    .execute()

export const findJoinedTeams = (db: Db, userId: string) =>
  db
    .selectFrom('team_members')
    .innerJoin('items', 'items.id', 'team_members.folder_id')
    .innerJoin('users', 'users.id', 'items.owner_id')
    .select(['items.id', 'items.name', 'users.name as owner', 'team_members.permission'])
    .select('team_members.created_at')
    .where('team_members.user_id', '=', userId)
    .orderBy('team_members.created_at')
    .execute()

export const findSentInvitations = (db: Db, userId: string) =>
  db
    .selectFrom('team_invitations as invitation')
    .innerJoin('items', 'items.id', 'invitation.folder_id')
    .select(['items.name as folder', 'invitation.email', 'invitation.permission'])
    .select(['invitation.status', 'invitation.created_at', 'invitation.answered_at'])
    .where('invitation.inviter_id', '=', userId)
    .orderBy('invitation.id')
    .execute()

/** Leaves out invitations to folders in the trash, which the user doesn't see either. */
export const findReceivedInvitations = (db: Db, userId: string) =>
  db
    .selectFrom('team_invitations as invitation')
    .innerJoin('users', 'users.email', 'invitation.email')
    .innerJoin('items', 'items.id', 'invitation.folder_id')
    .innerJoin('users as inviter', 'inviter.id', 'invitation.inviter_id')
    .select(['items.name as folder', 'inviter.name as inviter', 'invitation.permission'])
    .select(['invitation.status', 'invitation.created_at', 'invitation.answered_at'])
    .where('users.id', '=', userId)
    .where('items.trashed_at', 'is', null)
    .orderBy('invitation.id')
    .execute()

export const findSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['ip_address', 'user_agent', 'created_at', 'updated_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

export const findTokens = (db: Db, userId: string) =>
  db
    .selectFrom('access_tokens')
    .select(['name', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

export const findPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .execute()

export const findTraffic = (db: Db, userId: string) =>
  db
    .selectFrom('traffic')
    .select(['day', 'upload_bytes', 'download_bytes'])
    .where('user_id', '=', userId)
    .orderBy('day')
    .execute()

export const findCustomers = (db: Db, userId: string) =>
  db
    .selectFrom('custom_folders')
    .innerJoin('items', 'items.id', 'custom_folders.item_id')
    .select(['items.id as folder_id', 'items.name as folder', 'member_number', 'identification'])
    .select(['first_name', 'last_name'])
    .where('items.owner_id', '=', userId)
    .orderBy('items.id')
    .execute()
