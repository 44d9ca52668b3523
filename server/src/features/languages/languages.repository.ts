import { randomUUID } from 'node:crypto'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import type { LanguageRow, LanguageStringRow } from '../../db/schema-languages.ts'
import { inBatches } from '../../lib/batches.ts'

const BATCH_SIZE = 500

const selectVersion = prepared(db => db.selectFrom('language_version').select('version'))

export const readVersion = async (db: Db): Promise<string> =>
  (await selectVersion(db, {})).rows[0]?.version ?? ''

/** Notifies every process that a language has changed. Every function here that writes calls it. */
async function renewVersion(tx: Db, languageId: string): Promise<void> {
  recordChange(tx, 'language', [languageId])
  await tx.updateTable('language_version').set({ version: randomUUID() }).execute()
}

export const listLanguages = (db: Db): Promise<LanguageRow[]> =>
  db.selectFrom('languages').selectAll().orderBy('name').orderBy('id').execute()

export const listAllStrings = (db: Db): Promise<LanguageStringRow[]> =>
  db.selectFrom('language_strings').selectAll().execute()

export const listStrings = (db: Db, languageId: string): Promise<LanguageStringRow[]> =>
  db.selectFrom('language_strings').selectAll().where('language_id', '=', languageId).execute()

export const findLanguage = (db: Db, id: string): Promise<LanguageRow | undefined> =>
  db.selectFrom('languages').selectAll().where('id', '=', id).executeTakeFirst()

export const findByLocale = (db: Db, locale: string): Promise<LanguageRow | undefined> =>
  db.selectFrom('languages').selectAll().where('locale', '=', locale).executeTakeFirst()

export async function insertLanguage(tx: Db, row: LanguageRow): Promise<void> {
  await tx.insertInto('languages').values(row).execute()
  await renewVersion(tx, row.id)
}

export async function updateLanguage(
  tx: Db,
  id: string,
  change: Partial<Pick<LanguageRow, 'name'>> & Pick<LanguageRow, 'updated_at'>,
): Promise<void> {
  await tx.updateTable('languages').set(change).where('id', '=', id).execute()
  await renewVersion(tx, id)
}

export async function deleteLanguage(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('languages').where('id', '=', id).execute()
  await renewVersion(tx, id)
}

/** Stores texts of a language and deletes the given keys. */
export async function writeStrings(
  tx: Db,
  languageId: string,
  rows: readonly LanguageStringRow[],
  resetKeys: readonly string[],
): Promise<void> {
  for (const keys of inBatches(resetKeys, BATCH_SIZE))
    await tx
      .deleteFrom('language_strings')
      .where('language_id', '=', languageId)
      .where('key', 'in', keys)
      .execute()
  for (const batch of inBatches(rows, BATCH_SIZE))
    await tx
      .insertInto('language_strings')
      .values(batch)
      .onConflict(oc =>
        oc.columns(['language_id', 'key']).doUpdateSet(eb => ({
          value: eb.ref('excluded.value'),
          source: eb.ref('excluded.source'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute()
  await renewVersion(tx, languageId)
}
