import type { Item } from '@coffer/contract/items'

export type LinkFacts = Pick<
  NonNullable<Item['relationships']['shared']['data']>['attributes'],
  'expires_at' | 'download_limit' | 'downloads'
>
export type LinkState = 'open' | 'expired' | 'used_up'

/** Whether anybody gets in by a link, and why not. */
export function linkState(
  { expires_at, download_limit, downloads }: LinkFacts,
  now: number,
): LinkState {
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired'
  return download_limit !== null && downloads >= download_limit ? 'used_up' : 'open'
}
