import type { Item } from '@coffer/contract/items'
import { type LinkState, linkState } from '../../lib/link-state.ts'
import type { ItemTexts } from './item-texts.ts'

type Shared = NonNullable<Item['relationships']['shared']['data']>

export interface LinkTexts {
  state: LinkState
  isProtected: boolean
  /** Short text of the badge; empty where the icon suffices. */
  badge: string
  /** Complete text for the tooltip and screen readers. */
  full: string
}

/** Texts that describe a share in a list. */
export function linkTexts({ attributes }: Shared, { t, format }: ItemTexts): LinkTexts {
  const { expires_at, download_limit, downloads, permission } = attributes
  const now = Date.now()
  const state = linkState(attributes, now)
  const timeLeft = expires_at === null ? '' : format.span(Date.parse(expires_at) - now)
  const closedText = state === 'open' ? '' : t(`shares.${state}`)
  const full = [
    t('shares.shared'),
    closedText,
    t(permission === 'editor' ? 'shares.can_edit' : 'shares.can_view'),
    attributes.protected && t('shares.with_password'),
    !closedText && timeLeft && t('shares.ends_in', { time: timeLeft }),
    download_limit !== null && t('shares.downloads_of', { done: downloads, count: download_limit }),
  ]
  return {
    state,
    isProtected: attributes.protected,
    badge: closedText || timeLeft,
    full: full.filter(Boolean).join(' · '),
  }
}
