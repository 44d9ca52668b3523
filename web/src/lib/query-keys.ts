/** Query keys that live updates need, apart from their features to keep the first load small. */

/** Shares of items. */
export const SHARE = 'share'
/** Documents of items, followed by the item id. */
export const DOCUMENT = 'document'
