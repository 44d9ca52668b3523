import { FALLBACK_LOCALE, LOCALE_TAGS } from '@coffer/contract'
import type { Db } from '../../db/open.ts'
import type { LanguageRow, LanguageStringRow } from '../../db/schema-languages.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isInstalled } from '../../lib/installed-languages.ts'
import { recordAudit } from '../audit/index.ts'
import { readSettings, writeSettings } from '../settings/index.ts'
import { refreshLanguages } from './installed.service.ts'
import type { LanguageView } from './languages.presenter.ts'
import * as languages from './languages.repository.ts'
import { countEntries, listEntries } from './strings.rules.ts'

type LanguageDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'newId'>

const viewOf = (
  row: LanguageRow,
  stored: readonly LanguageStringRow[],
  defaultLocale: string,
): LanguageView => ({ row, counts: countEntries(listEntries(row.locale, stored)), defaultLocale })

/** The tag of the default language. */
async function defaultLocaleOf(db: Db): Promise<string> {
  const { language } = await readSettings(db)
  return isInstalled(language) ? language : FALLBACK_LOCALE
}

/** Lists the languages, with the tag of the default one. */
export async function listLanguages({ db }: Pick<Deps, 'db'>): Promise<LanguageView[]> {
  await refreshLanguages(db)
  const rows = await languages.listLanguages(db)
  const strings = await languages.listAllStrings(db)
  const byLanguage = Map.groupBy(strings, string => string.language_id)
  const defaultLocale = await defaultLocaleOf(db)
  return rows.map(row => viewOf(row, byLanguage.get(row.id) ?? [], defaultLocale))
}

/** @throws AppError `item.not_found` */
export async function requireLanguage(db: Db, id: string): Promise<LanguageRow> {
  const row = await languages.findLanguage(db, id)
  if (!row) throw new AppError('item.not_found')
  return row
}

/** Returns a language with the texts that were entered. @throws AppError `item.not_found` */
export async function getLanguage(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<LanguageView & { stored: LanguageStringRow[] }> {
  await refreshLanguages(db)
  const row = await requireLanguage(db, id)
  const stored = await languages.listStrings(db, id)
  return { ...viewOf(row, stored, await defaultLocaleOf(db)), stored }
}

/** @throws AppError `language.exists`, or `request.invalid` for a tag that is not offered */
export async function createLanguage(
  deps: LanguageDeps,
  { locale, name }: { locale: string; name: string },
): Promise<LanguageView> {
  const tag = LOCALE_TAGS.find(known => known.toLowerCase() === locale.toLowerCase())
  if (!tag) throw new AppError('request.invalid', { errors: { locale: ['validation.invalid'] } })
  const id = deps.newId()
  await deps.transact(async tx => {
    if (await languages.findByLocale(tx, tag))
      throw new AppError('language.exists', {
        errors: { locale: ['errors.language.exists.detail'] },
      })
    const at = deps.now().getTime()
    await languages.insertLanguage(tx, { id, locale: tag, name, created_at: at, updated_at: at })
    recordAudit(tx, { action: 'language.added', target: { type: 'language', id, name } })
  })
  return getLanguage(deps, id)
}

/** Renames a language or makes it the default. @throws AppError `item.not_found` */
export async function updateLanguage(
  deps: LanguageDeps,
  id: string,
  { name, is_default }: { name?: string | undefined; is_default?: true | undefined },
): Promise<LanguageView> {
  await deps.transact(async tx => {
    const row = await requireLanguage(tx, id)
    const { language } = await readSettings(tx)
    const updated_at = deps.now().getTime()
    await languages.updateLanguage(tx, id, { ...(name !== undefined && { name }), updated_at })
    if (is_default) await writeSettings(tx, { language: row.locale })
    recordAudit(tx, {
      action: 'language.changed',
      target: { type: 'language', id, name: name ?? row.name },
      before: { name: row.name, default: language },
      after: { name: name ?? row.name, default: is_default ? row.locale : language },
    })
  })
  return getLanguage(deps, id)
}

/**
 * Deletes a language; if it was the default, English becomes it. Users who chose it are shown the
 * default, because a language that is not installed counts as none.
 * @throws AppError `item.not_found`, or `language.needed` for English
 */
export async function deleteLanguage(deps: LanguageDeps, id: string): Promise<void> {
  await deps.transact(async tx => {
    const { locale, name } = await requireLanguage(tx, id)
    if (locale === FALLBACK_LOCALE) throw new AppError('language.needed')
    const { language } = await readSettings(tx)
    if (language === locale) await writeSettings(tx, { language: FALLBACK_LOCALE })
    await languages.deleteLanguage(tx, id)
    recordAudit(tx, { action: 'language.deleted', target: { type: 'language', id, name } })
  })
  await refreshLanguages(deps.db)
}
