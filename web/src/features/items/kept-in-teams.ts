import type { Item } from '@coffer/contract/items'

/**
 * The team folders of other users that contain the items: only their owners may move items out
 * (docs/decisions/0029).
 */
export const teamItemsKept = (items: readonly Item[], me: string): ReadonlySet<string> =>
  new Set(
    items.flatMap(({ attributes, relationships }) =>
      attributes.team_id !== null && relationships.owner.data?.id !== me
        ? [attributes.team_id]
        : [],
    ),
  )
