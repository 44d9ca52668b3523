import type { Item } from '@coffer/contract/items'
import { type LinkState, linkState } from '../../lib/link-state.ts'
import type { ItemTexts } from './item-texts.ts'

type Shared = NonNullable<Item['relationships']['shared']['data']>

export interface LinkWords {
  state: LinkState
  isProtected: boolean
  /** What a badge has room for; empty where the mark says it all. */
  brief: string
  /** Everything, for those who point at it or listen. */
  full: string
}

/** What is to be said of a link in a list. */
export function linkTexts({ attributes }: Shared, { t, format }: ItemTexts): LinkWords {
  const { expires_at, download_limit, downloads, permission } = attributes
  const now = Date.now()
  const state = linkState(attributes, now)
  const rest = expires_at === null ? '' : format.span(Date.parse(expires_at) - now)
  const closed = state === 'open' ? '' : t(`shares.${state}`)
  const full = [
    t('shares.shared'),
    closed,
    t(permission === 'editor' ? 'shares.can_edit' : 'shares.can_view'),
    attributes.protected && t('shares.with_password'),
    !closed && rest && t('shares.ends_in', { time: rest }),
    download_limit !== null && t('shares.downloads_of', { count: downloads, most: download_limit }),
  ]
  return {
    state,
    isProtected: attributes.protected,
    brief: closed || rest,
    full: full.filter(Boolean).join(' · '),
  }
}
