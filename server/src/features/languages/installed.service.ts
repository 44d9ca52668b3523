import type { Db } from '../../db/open.ts'
import { installLanguages, languagesVersion } from '../../lib/installed-languages.ts'
import * as languages from './languages.repository.ts'

/**
 * Reads the languages again if they have changed, on this or another process. Cheap while they have
 * not: one row.
 */
export async function refreshLanguages(db: Db): Promise<void> {
  // Before the rows, so that rows of a later version are read again.
  const version = await languages.readVersion(db)
  if (version === languagesVersion()) return
  const rows = await languages.listLanguages(db)
  const strings = await languages.listAllStrings(db)
  const byLanguage = Map.groupBy(strings, string => string.language_id)
  const textsOf = (id: string) =>
    new Map((byLanguage.get(id) ?? []).map(({ key, value }) => [key, value]))
  installLanguages({
    version,
    languages: new Map(
      rows.map(({ id, locale, name }) => [locale, { locale, name, texts: textsOf(id) }]),
    ),
  })
}
