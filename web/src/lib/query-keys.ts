/** Query keys that live updates need, apart from their features to keep the first load small. */

/** Shares of items. */
export const SHARE = 'share'
/** Upload requests of the user, followed by the id of their folder. */
export const UPLOAD_REQUESTS = 'upload-requests'
/** Documents of items, followed by the item id. */
export const DOCUMENT = 'document'
/** Invoices and transactions of the user, and of all users for administrators. */
export const INVOICES = 'invoices'
