import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Page } from '../../db/pages.ts'
import { valuesTable } from '../../db/values-table.ts'

/** The encrypted key of a user's authenticator app. */
export interface TwoFactorKey {
  id: string
  secret: string
}

export async function listTwoFactorKeys(db: Db, { after, limit }: Page): Promise<TwoFactorKey[]> {
  const { rows } = await sql<TwoFactorKey>`
    select id, secret from two_factors where id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}

export async function replaceTwoFactorKeys(db: Db, keys: readonly TwoFactorKey[]): Promise<void> {
  const rows = keys.map(({ id, secret }) => [id, secret])
  await sql`
    with encrypted as materialized (${valuesTable(db, ['id', 'secret'], rows)})
    update two_factors set secret = encrypted.secret
    from encrypted where two_factors.id = encrypted.id`.execute(db)
}
