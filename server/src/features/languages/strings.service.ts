import type { Input } from '@coffer/contract'
import { type Locale, normalizeTranslation, paginate, type TranslationKey } from '@coffer/contract'
import type {
  ImportError,
  LanguageString,
  listStrings,
  StringState,
} from '@coffer/contract/languages'
import type { Db } from '../../db/open.ts'
import type { LanguageRow, LanguageStringRow } from '../../db/schema-languages.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { keysOf, ownText, productText } from '../../lib/installed-languages.ts'
import { translate } from '../../lib/translate.ts'
import { recordAudit } from '../audit/index.ts'
import { refreshLanguages } from './installed.service.ts'
import type { LanguageView } from './languages.presenter.ts'
import * as languages from './languages.repository.ts'
import { getLanguage, requireLanguage } from './languages.service.ts'
import { type ExportRow, type FileRow, readStringFile } from './string-files.ts'
import {
  hasState,
  listEntries,
  matchesQuery,
  presentStringsOf,
  type StringEntry,
  type StringFault,
  sourceOf,
  stringCheckerOf,
  translationOf,
} from './strings.rules.ts'

type StringDeps = Pick<Deps, 'db' | 'transact' | 'now'>

async function entriesOf({ db }: Pick<Deps, 'db'>, id: string) {
  const { row, stored } = await getLanguage({ db }, id)
  return { row, entries: listEntries(row.locale, stored) }
}

/** Returns a page of the texts of a language. @throws AppError `item.not_found` */
export async function browseStrings(
  deps: Pick<Deps, 'db'>,
  id: string,
  query: Input<typeof listStrings>['query'],
) {
  const { row, entries } = await entriesOf(deps, id)
  const matching = entries.filter(
    entry => hasState(entry, query.state) && matchesQuery(entry, query.query),
  )
  const start = (query.page - 1) * query.per_page
  const data = matching.slice(start, start + query.per_page).map(presentStringsOf(row.locale))
  return { data, meta: { paginate: paginate(query, matching.length, data.length) } }
}

/** Returns all texts of a language by key, without those that are missing. */
export async function textsOf(deps: Pick<Deps, 'db'>, id: string): Promise<Record<string, string>> {
  const { entries } = await entriesOf(deps, id)
  return Object.fromEntries(
    entries.flatMap(entry => {
      const value = translationOf(entry)
      return value === undefined ? [] : [[entry.key.key, value]]
    }),
  )
}

/** Returns the texts for a file of translations. @throws AppError `item.not_found` */
export async function exportRows(
  deps: Pick<Deps, 'db'>,
  id: string,
  state: StringState | undefined,
): Promise<{ row: LanguageRow; rows: ExportRow[] }> {
  const { row, entries } = await entriesOf(deps, id)
  const toRow = (entry: StringEntry) => ({
    key: entry.key.key,
    source: entry.source,
    text: translationOf(entry) ?? '',
  })
  return { row, rows: entries.filter(entry => hasState(entry, state)).map(toRow) }
}

interface NewText {
  key: string
  /** Null resets. */
  text: string | null
  /** The English text it translates; undefined for the current one. */
  source?: string | undefined
}

/** Stores texts that were checked. A text that comes with the product is not stored. */
async function writeTexts(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  { id, locale }: LanguageRow,
  texts: readonly NewText[],
): Promise<void> {
  const keys = new Map(keysOf(locale).map(entry => [entry.key, entry]))
  const updated_at = now().getTime()
  const rows: LanguageStringRow[] = []
  const resetKeys: string[] = []
  for (const { key, text, source } of texts) {
    const entry = keys.get(key)
    if (text === null || text === productText(locale, key)) resetKeys.push(key)
    else if (entry)
      rows.push({
        language_id: id,
        key,
        value: text,
        source: source ?? sourceOf(locale, entry),
        updated_at,
      })
  }
  await languages.writeStrings(tx, id, rows, resetKeys)
}

/** Texts of one change that the audit log keeps. */
const MAX_AUDITED_TEXTS = 20

type RowFault = StringFault | 'not_text' | 'duplicate'

const faultKey = (fault: RowFault) =>
  `admin_languages.problem_${typeof fault === 'string' ? fault : fault.problem}` as TranslationKey

/**
 * Changes texts of a language, all or none.
 * @throws AppError `item.not_found`, or `request.invalid` with an error per key
 */
export async function updateStrings(
  deps: StringDeps,
  id: string,
  strings: Readonly<Record<string, string | null>>,
): Promise<{ language: LanguageView; strings: LanguageString[] }> {
  await refreshLanguages(deps.db)
  await deps.transact(async tx => {
    const row = await requireLanguage(tx, id)
    const check = stringCheckerOf(row.locale)
    const texts: NewText[] = []
    const errors: Record<string, string[]> = {}
    for (const [key, text] of Object.entries(strings)) {
      const checked = check(key, text)
      if ('fault' in checked) errors[`strings.${key}`] = [faultKey(checked.fault)]
      else texts.push({ key, text: checked.text })
    }
    if (Object.keys(errors).length > 0) throw new AppError('request.invalid', { errors })
    await writeTexts(tx, deps, row, texts)
    // Lists, because fields whose names contain words such as "password" are masked.
    const audited = texts.slice(0, MAX_AUDITED_TEXTS)
    const oldTexts = audited.map(({ key }) => ({ key, text: ownText(row.locale, key) ?? null }))
    recordAudit(tx, {
      action: 'language.texts_changed',
      target: { type: 'language', id, name: row.name },
      before: { texts: oldTexts },
      after: { texts: audited.map(({ key, text }) => ({ key, text })) },
    })
  })
  const { stored, ...language } = await getLanguage(deps, id)
  const { locale } = language.row
  const changed = listEntries(locale, stored).filter(({ key }) => key.key in strings)
  return { language, strings: changed.map(presentStringsOf(locale)) }
}

const MAX_REPORTED_ERRORS = 200
const MAX_SOURCE_LENGTH = 5000

interface ReadRows {
  texts: NewText[]
  unchanged: number
  errors: { row: number; key: string; fault: RowFault }[]
}

/** Checks every row of a file. */
function checkRows(locale: Locale, rows: readonly FileRow[]): ReadRows {
  const result: ReadRows = { texts: [], unchanged: 0, errors: [] }
  const check = checkerOfRows(locale)
  for (const { row, key, text, source } of rows) {
    const checked = check(key, text)
    if ('fault' in checked)
      result.errors.push({ row, key: key.slice(0, 100), fault: checked.fault })
    else if (checked.text === null || checked.text === ownText(locale, key)) result.unchanged += 1
    else
      result.texts.push({
        key,
        text: checked.text,
        source: source && normalizeTranslation(source).slice(0, MAX_SOURCE_LENGTH),
      })
  }
  return result
}

/** Like `stringCheckerOf`, for rows of a file; a row without translation is null. */
function checkerOfRows(locale: Locale) {
  const check = stringCheckerOf(locale)
  const seen = new Set<string>()
  return (key: string, text: unknown): { text: string | null } | { fault: RowFault } => {
    if (typeof text !== 'string') return { fault: 'not_text' }
    if (seen.has(key)) return { fault: 'duplicate' }
    seen.add(key)
    // A row without translation still has to name a text of the language.
    return check(key, text.trim() === '' ? null : text)
  }
}

export interface ImportOutcome {
  is_applied: boolean
  changed: number
  unchanged: number
  errors: ImportError[]
  error_count: number
}

const messageOf = (locale: Locale, fault: RowFault): string =>
  translate(locale, faultKey(fault), {
    placeholder: typeof fault === 'string' ? '' : fault.placeholder,
  })

/**
 * Imports a file of translations; with an error in any row nothing is stored.
 * @param reader the language of the error messages
 * @throws AppError `item.not_found`, or `language.import_invalid` unless `isDryRun`
 */
export async function importStrings(
  deps: StringDeps,
  id: string,
  { bytes, isDryRun, reader }: { bytes: Uint8Array; isDryRun: boolean; reader: Locale },
): Promise<ImportOutcome> {
  await refreshLanguages(deps.db)
  const rows = await readStringFile(bytes)
  const outcome = await deps.transact(async tx => {
    const row = await requireLanguage(tx, id)
    const { texts, unchanged, errors } = checkRows(row.locale, rows)
    if (errors.length > 0 && !isDryRun)
      throw new AppError('language.import_invalid', {
        values: { count: errors.length },
        errors: Object.fromEntries(
          errors
            .slice(0, MAX_REPORTED_ERRORS)
            .map(error => [`rows.${error.row}`, [faultKey(error.fault)]]),
        ),
      })
    if (!isDryRun && texts.length > 0) {
      await writeTexts(tx, deps, row, texts)
      recordAudit(tx, {
        action: 'language.imported',
        target: { type: 'language', id, name: row.name },
        after: { texts: texts.length },
      })
    }
    return {
      is_applied: !isDryRun,
      changed: texts.length,
      unchanged,
      errors: errors.slice(0, MAX_REPORTED_ERRORS).map(error => ({
        row: error.row,
        key: error.key,
        message: messageOf(reader, error.fault),
      })),
      error_count: errors.length,
    }
  })
  await refreshLanguages(deps.db)
  return outcome
}
