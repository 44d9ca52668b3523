import type { Item } from '@coffer/contract/items'
import type { OpenLink } from '../../features/shares/sharing.api.ts'

/**
 * Previewing the content counts as a download, so shares with a download limit show only the
 * thumbnail.
 */
export const hideContentIfLimited =
  ({ downloadsLeft }: Pick<OpenLink, 'downloadsLeft'>) =>
  (item: Item): Item =>
    downloadsLeft === null ? item : { ...item, attributes: { ...item.attributes, file_url: null } }
