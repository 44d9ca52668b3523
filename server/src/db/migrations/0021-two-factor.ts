import type { ColumnDataType, Kysely } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** When two-factor sign-in was confirmed, which codes were used, and when each passkey was. */
export async function confirmTwoFactor(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const time: ColumnDataType = kind === 'postgres' ? 'timestamptz' : 'text'
  await db.schema.alterTable('users').addColumn('two_factor_confirmed_at', time).execute()
  await db.schema.alterTable('passkeys').addColumn('last_used_at', time).execute()
  await db.schema
    .createTable('used_codes')
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code', 'text', c => c.notNull())
    .addColumn('used_at', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('used_codes_key', ['user_id', 'code'])
    .execute()
}
