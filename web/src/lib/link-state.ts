import type { Item } from '@coffer/contract/items'

export type LinkLimits = Pick<
  NonNullable<Item['relationships']['shared']['data']>['attributes'],
  'expires_at' | 'download_limit' | 'downloads'
>
export type LinkState = 'open' | 'expired' | 'limit_reached'

/** Returns whether a link is open, and otherwise why not. */
export function linkState(
  { expires_at, download_limit, downloads }: LinkLimits,
  now: number,
): LinkState {
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired'
  return download_limit !== null && downloads >= download_limit ? 'limit_reached' : 'open'
}
