import type { Item, ItemDetails } from '@coffer/contract/items'
import type { Exif } from '@coffer/contract/previews'
import type { Actor } from '../../actor.ts'
import { thumbnailOf } from '../previews/index.ts'
import type { ItemView } from './items.repository.ts'
import { abilitiesWithin, isAccessRoot, isHome } from './items.rules.ts'

const iso = (millis: number): string => new Date(millis).toISOString()

const person = (id: string | null, name: string | null) => ({
  data: id && name !== null ? { id, type: 'user' as const, attributes: { name } } : null,
})

/** The parent's id, or null when the parent is a home or lies above the actor's access root. */
const parentOf = (actor: Actor, item: ItemView): string | null =>
  item.parent_id === item.owner_id || isAccessRoot(actor, item) ? null : item.parent_id

/** An item whose document type was deleted has none. */
function presentDocumentType(item: ItemView) {
  const isTyped = item.document_type_name !== null
  return {
    tipo_id: isTyped ? item.document_type_id : null,
    tipo_nombre: item.document_type_name,
    subcategory_id: item.subcategory_name === null ? null : item.subcategory_id,
    subcategory_nombre: item.subcategory_name,
    document_status: isTyped ? STATUSES[item.document_entered] : null,
  }
}

/** The suffix of file URLs that guests use. */
function guestUrlSuffix(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
      return ''
    case 'share':
      return `/shared/${actor.share.token}`
    case 'request':
      return `/upload-request/${actor.request.token}`
  }
}

/** Only the owner of an item sees its share. */
function shareOf(actor: Actor, item: ItemView): Item['relationships']['shared']['data'] {
  const { share_token: token, share_permission: permission } = item
  if (!token || !permission || actor.kind !== 'user' || actor.userId !== item.owner_id) return null
  const { share_expires_at: expiresAt = null } = item
  return {
    id: token,
    type: 'share',
    attributes: {
      token,
      permission,
      protected: item.share_protected === 1,
      expires_at: expiresAt === null ? null : iso(expiresAt),
      download_limit: item.share_download_limit ?? null,
      downloads: item.share_downloads ?? 0,
    },
  }
}

/** Favourites of other users are not shown. */
const favouritesOf = (actor: Actor, { is_favourite }: ItemView) =>
  is_favourite === 1 && actor.kind === 'user' ? [{ id: actor.userId, type: 'user' as const }] : []

/** Guests of a request do not see how many items others have sent. */
const countOf = (actor: Actor, item: ItemView): number | null =>
  actor.kind === 'request' && isAccessRoot(actor, item) ? null : item.folder_count + item.file_count

const STATUSES = { 0: 'missing', 1: 'entered' } as const

export function presentItem(actor: Actor, item: ItemView): Item {
  const isFolder = item.type === 'folder'
  const can = abilitiesWithin(actor, item)
  const createdAt = iso(item.created_at)
  return {
    id: item.id,
    type: item.type,
    attributes: {
      item_id: item.id,
      name: item.name,
      original_name: item.original_name,
      parent_id: parentOf(actor, item),
      // Guests see nothing above their access root.
      team_id: actor.kind === 'user' ? item.team_id : null,
      color: item.color,
      emoji: item.emoji,
      items: isFolder ? countOf(actor, item) : null,
      size_bytes: item.size_bytes,
      versions: actor.kind === 'user' ? item.version_count : 0,
      mimetype: item.mimetype,
      category: item.category,
      file_url: isFolder ? null : `/file/${item.id}${guestUrlSuffix(actor)}`,
      thumbnail:
        item.preview_key === null || !can.download
          ? null
          : thumbnailOf(item.id, item.blob_id, guestUrlSuffix(actor)),
      ...presentDocumentType(item),
      created_at: createdAt,
      updated_at: item.updated_at === item.created_at ? createdAt : iso(item.updated_at),
      is_favourite: item.is_favourite === 1,
      deleted_at: item.trashed_at === null ? null : iso(item.trashed_at),
    },
    relationships: {
      owner: person(item.owner_id, item.owner_name),
      creator: person(item.creator_id, item.creator_name),
      favourites: { data: favouritesOf(actor, item) },
      shared: { data: shareOf(actor, item) },
    },
    // The caller checked before that the item is visible.
    meta: { can },
  }
}

/** A single item also has its EXIF data. */
export function presentDetails(actor: Actor, item: ItemView, exif: Exif | null): ItemDetails {
  const { attributes, ...rest } = presentItem(actor, item)
  return { ...rest, attributes: { ...attributes, exif } }
}

/** The folders above an item, outermost first, homes left out. */
export const presentAncestors = (ancestors: readonly ItemView[]) =>
  ancestors
    .slice(1)
    .filter(folder => !isHome(folder))
    .reverse()
    .map(({ id, name, emoji, color }) => ({ id, name, emoji, color }))
