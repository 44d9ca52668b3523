import type { Item } from '@coffer/contract/items'
import type { OpenLink } from '../../features/shares/sharing.api.ts'

/** Looking at a content counts on a link with few downloads, so that a picture of it has to do. */
export const hideContentIfLimited =
  ({ downloadsLeft }: Pick<OpenLink, 'downloadsLeft'>) =>
  (item: Item): Item =>
    downloadsLeft === null ? item : { ...item, attributes: { ...item.attributes, file_url: null } }
