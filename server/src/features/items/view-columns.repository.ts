import { type ExpressionBuilder, sql } from 'kysely'
import type { ItemRow, Schema } from '../../db/schema.ts'
import type { BlobFault } from '../../db/schema-blobs.ts'
import type { Owned } from '../restrictions/index.ts'

export type ItemView = ItemRow & {
  owner_name: string
  creator_name: string | null
  /** Whether the viewer has marked it as a favourite; missing for an item that was just written. */
  is_favourite?: 0 | 1
  /** The viewer's permission as a member of the item's team; null for others. */
  team_permission: 'can_edit' | 'can_view' | null
  /** The share of the item, if any; missing for an item that was just written. */
  share_token?: string | null
  share_permission?: 'editor' | 'visitor' | null
  share_protected?: 0 | 1
  share_expires_at?: number | null
  share_download_limit?: number | null
  share_downloads?: number | null
  /** Null when the content has no preview, or none yet. */
  preview_key: string | null
  /** Null when the item has no document type or its type was deleted. */
  document_type_name: string | null
  subcategory_name: string | null
}

/** An item with its depth, the fault of its content and its owner's restrictions. */
export type ItemWithAncestors = ItemView &
  Owned & {
    content_fault: BlobFault | null
    /** The number of folders above it; a home has depth 0. */
    depth: number
  }

/** A column that is 1 when the viewer has marked the item as a favourite. */
export const favouriteOf = (viewerId: string | null) =>
  sql<0 | 1>`case when exists (
    select 1 from favourites where favourites.user_id = ${viewerId} and favourites.item_id = items.id
  ) then 1 else 0 end`.as('is_favourite')

/** The viewer's permission in the team folder that the item lies in. */
export const membershipOf = (viewerId: string) =>
  sql<'can_edit' | 'can_view' | null>`(
    select permission from team_members
    where team_members.folder_id = items.team_id and team_members.user_id = ${viewerId}
  )`.as('team_permission')

/** The storage key of the preview; works in any query that selects from `items`. */
export const previewKey = sql<string | null>`(
  select storage_key from previews where previews.blob_id = items.blob_id
)`.as('preview_key')

/** The fault of a file's content; works in any query that selects from `items`. */
export const contentFault = sql<BlobFault | null>`(
  select fault from blobs where blobs.id = items.blob_id
)`.as('content_fault')

/** Columns of an item's share; expects a left join of `shares`. */
export const shareColumns = [
  'shares.token as share_token',
  'shares.permission as share_permission',
  sql<0 | 1>`case when shares.password_hash is null then 0 else 1 end`.as('share_protected'),
  'shares.expires_at as share_expires_at',
  'shares.download_limit as share_download_limit',
  'shares.downloads as share_downloads',
] as const

/** The names of an item's document type and subcategory; null for most items. */
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
