import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { Schema } from './schema.ts'

/** Whether a store has contents, or parts of uploads that continue. */
export const hasContents = (
  eb: ExpressionBuilder<Schema, 'stores'>,
): ExpressionWrapper<Schema, 'stores', SqlBool> =>
  eb.or([
    eb.exists(eb.selectFrom('blobs').select('blobs.id').whereRef('blobs.store', '=', 'stores.id')),
    eb.exists(
      eb.selectFrom('uploads').select('uploads.id').whereRef('uploads.store', '=', 'stores.id'),
    ),
  ])
