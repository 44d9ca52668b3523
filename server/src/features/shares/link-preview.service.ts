import type { Locale } from '@coffer/contract'
import type { LockedShareActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { translate } from '../../lib/translate.ts'
import { presentItem, requireItem } from '../items/index.ts'
import { readSettings } from '../settings/index.ts'
import type { LinkPreview } from './link-preview.page.ts'

/** Builds the link preview of a share; a protected share does not reveal its name (SHARE-12). */
export async function linkPreviewOf(
  { db }: Pick<Deps, 'db'>,
  actor: LockedShareActor,
  { origin, locale }: { origin: string; locale: Locale },
): Promise<LinkPreview> {
  const { share } = actor
  const { app_title: app, app_og_image } = await readSettings(db)
  // The operator's picture stands in for a missing one.
  const ownImage = app_og_image === null ? null : new URL(app_og_image, origin).href
  const base = { locale, site: app, url: `${origin}/share/${share.token}` }
  if (share.password_hash !== null)
    return {
      ...base,
      title: translate(locale, 'guest_shares.card_locked'),
      text: translate(locale, 'guest_shares.card_locked_text'),
      image: ownImage,
    }
  const { item } = await requireItem(db, actor, share.item_id)
  const picture = presentItem(actor, item).attributes.thumbnail?.lg
  return {
    ...base,
    title: share.name,
    text: translate(locale, 'guest_shares.card_text', { owner: share.owner_name, app }),
    image: picture ? new URL(picture, origin).href : ownImage,
  }
}
