import type { SharedLink } from '@coffer/contract/guest-shares'
import type { Share, ShareEvent } from '@coffer/contract/shares'
import type { ShareRow, ShareWithItem } from '../../db/schema-sharing.ts'
import { avatarOf } from '../avatars/index.ts'
import type { EventRow } from './events.repository.ts'
import { isExhausted, isExpired } from './shares.rules.ts'

const iso = (millis: number): string => new Date(millis).toISOString()

export const presentShare = (
  share: ShareRow & Pick<ShareWithItem, 'type'>,
  origin: string,
  now: Date,
): Share => ({
  id: share.id,
  type: 'share',
  attributes: {
    token: share.token,
    link: `${origin}/share/${share.token}`,
    direct_link: share.type === 'file' ? `${origin}/share/${share.token}/direct` : null,
    type: share.type,
    item_id: share.item_id,
    permission: share.permission,
    protected: share.password_hash !== null,
    expire_in: share.expires_in_hours,
    expires_at: share.expires_at === null ? null : iso(share.expires_at),
    download_limit: share.download_limit,
    downloads: share.downloads,
    visits: share.visits,
    is_open: !isExpired(share, now) && !isExhausted(share),
    created_at: iso(share.created_at),
  },
})

/** A locked share only reveals that it is protected (SHARE-5). */
export const presentLink = (link: ShareWithItem, isUnlocked: boolean): SharedLink => ({
  id: link.token,
  type: 'sharing',
  attributes: {
    token: link.token,
    protected: link.password_hash !== null,
    is_unlocked: isUnlocked,
    permission: isUnlocked ? link.permission : null,
    type: isUnlocked ? link.type : null,
    item_id: isUnlocked ? link.item_id : null,
    name: isUnlocked ? link.name : null,
    expires_at: isUnlocked && link.expires_at !== null ? iso(link.expires_at) : null,
    downloads_left:
      isUnlocked && link.download_limit !== null
        ? Math.max(0, link.download_limit - link.downloads)
        : null,
  },
  relationships: {
    owner: {
      data: isUnlocked
        ? {
            id: link.owner_id,
            type: 'user',
            attributes: {
              name: link.owner_name,
              color: link.owner_color,
              avatar: avatarOf(link.owner_avatar_key),
            },
          }
        : null,
    },
  },
})

export const presentEvent = (event: EventRow): ShareEvent => ({
  id: event.id,
  type: 'share_event',
  attributes: {
    kind: event.kind,
    item_id: event.item_id,
    name: event.name,
    bytes: event.bytes,
    device: event.device,
    created_at: iso(event.created_at),
  },
})
