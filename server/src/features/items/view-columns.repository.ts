import { type ExpressionBuilder, sql } from 'kysely'
import type { ItemRow, Schema } from '../../db/schema.ts'
import type { Owned } from '../restrictions/index.ts'

export type ItemView = ItemRow & {
  owner_name: string
  creator_name: string | null
  /** Whether whoever asks marked it; left out of what was just written. */
  is_favourite?: 0 | 1
  /** What whoever asks may do with it as a member of its team; null for everybody else. */
  team_permission: 'can_edit' | 'can_view' | null
  /** Its link, if it has one; left out of what was just written. */
  share_token?: string | null
  share_permission?: 'editor' | 'visitor' | null
  share_protected?: 0 | 1
  share_expires_at?: number | null
  share_download_limit?: number | null
  share_downloads?: number | null
  /** Null where nothing can be seen of a content, or not yet. */
  preview_key: string | null
  /** Null when it has no document type, or one that is no more. */
  document_type_name: string | null
  subcategory_name: string | null
}

/** One that somebody is about to do something with. */
export type ItemWithAncestors = ItemView &
  Owned & {
    /** How many folders it lies in; the root folder of an account is at 0. */
    depth: number
  }

/** A column that is 1 where the viewer marked the item. */
export const favouriteOf = (viewerId: string | null) =>
  sql<0 | 1>`case when exists (
    select 1 from favourites where favourites.user_id = ${viewerId} and favourites.item_id = items.id
  ) then 1 else 0 end`.as('is_favourite')

/** What the viewer may do in the team folder that the item lies in. */
export const membershipOf = (viewerId: string) =>
  sql<'can_edit' | 'can_view' | null>`(
    select permission from team_members
    where team_members.folder_id = items.team_id and team_members.user_id = ${viewerId}
  )`.as('team_permission')

/** Beside the columns of an item, whatever else a query brings. */
export const previewKey = sql<string | null>`(
  select storage_key from previews where previews.blob_id = items.blob_id
)`.as('preview_key')

/** What is told of an item's link; beside a left join of `shares`. */
export const shareColumns = [
  'shares.token as share_token',
  'shares.permission as share_permission',
  sql<0 | 1>`case when shares.password_hash is null then 0 else 1 end`.as('share_protected'),
  'shares.expires_at as share_expires_at',
  'shares.download_limit as share_download_limit',
  'shares.downloads as share_downloads',
] as const

/** What an item is as a document; most items are none. */
export const documentNames = (eb: ExpressionBuilder<Schema, 'items'>) =>
  [
    eb
      .selectFrom('document_types')
      .select('document_types.name')
      .whereRef('document_types.id', '=', 'items.document_type_id')
      .as('document_type_name'),
    eb
      .selectFrom('subcategories')
      .select('subcategories.name')
      .whereRef('subcategories.id', '=', 'items.subcategory_id')
      .as('subcategory_name'),
  ] as const
