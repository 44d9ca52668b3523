import type { Kysely } from 'kysely'

/** The amounts by which a change of plan was priced that is paid on the page of a gateway. */
export const addCheckoutProration = (db: Kysely<unknown>): Promise<void> =>
  db.schema.alterTable('checkouts').addColumn('proration', 'text').execute()
