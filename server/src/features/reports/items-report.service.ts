import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Locale } from '@coffer/contract'
import { type Options, stringify } from 'csv-stringify/sync'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { translate } from '../../lib/translate.ts'
import { type ItemFilter, readItems } from '../browse/index.ts'
import { fieldsWithin, type OfferedField } from '../document-types/index.ts'
import { findValuesOf, wireValue } from '../documents/index.ts'
import { type AccessibleItem, abilitiesWithin, isHome } from '../items/index.ts'

type Cell = string | number | null

/** RFC 4180. What a spreadsheet would take for a formula, as names by strangers may be, is made text. */
const FORMAT: Options = { record_delimiter: 'windows', escape_formulas: true }

type Values = ReadonlyMap<string, string>

/** To the second; spreadsheets know neither `T` nor `Z`. */
const moment = (millis: number) => new Date(millis).toISOString().slice(0, 19).replace('T', ' ')

const headOf = (locale: Locale, fields: readonly OfferedField[]): Cell[] => [
  translate(locale, 'files.sort_name'),
  translate(locale, 'files.where'),
  translate(locale, 'filter.type'),
  `${translate(locale, 'files.sort_size')} (B)`,
  translate(locale, 'files.owner'),
  `${translate(locale, 'files.sort_created_at')} (UTC)`,
  `${translate(locale, 'files.sort_updated_at')} (UTC)`,
  translate(locale, 'documents.type'),
  translate(locale, 'documents.subcategory'),
  ...fields.map(({ name, subcategory }) => (subcategory ? `${subcategory}: ${name}` : name)),
]

/** In characters. Longer paths keep their innermost folders. */
const PATH_MAX_LENGTH = 1000

function pathOf([, ...folders]: AccessibleItem['ancestors']): string {
  const names: string[] = []
  let length = 0
  for (const folder of folders) {
    if (isHome(folder)) break
    length += folder.name.length + 1
    if (length > PATH_MAX_LENGTH) {
      names.push('…')
      break
    }
    names.push(folder.name)
  }
  return names.reverse().join('/')
}

function rowOf(
  locale: Locale,
  { item, ancestors }: AccessibleItem,
  fields: readonly OfferedField[],
  values: Values | undefined,
): Cell[] {
  const kind = item.type === 'folder' ? 'folder' : (item.category ?? 'other')
  return [
    item.name,
    pathOf(ancestors),
    translate(locale, `files.kind_${kind}`),
    item.size_bytes,
    item.owner_name,
    moment(item.created_at),
    moment(item.updated_at),
    item.document_type_name,
    item.subcategory_name,
    ...fields.map(({ id, type }) => shownValue(locale, wireValue(type, values?.get(id)))),
  ]
}

const shownValue = (locale: Locale, value: ReturnType<typeof wireValue>): Cell =>
  typeof value === 'boolean' ? translate(locale, value ? 'documents.yes' : 'documents.no') : value

/**
 * Everything that the actor may see, narrowed, as the text of a table (CSV), some hundred rows at a
 * time. Fields are those of the document type that is asked for.
 */
export async function* itemsReport(
  deps: Pick<Deps, 'db'>,
  actor: UserActor,
  query: ItemFilter,
  locale: Locale,
): AsyncGenerator<string> {
  const fields = query.type ? await fieldsWithin(deps.db, query.type, query.subcategory) : []
  // By its mark, spreadsheets know UTF-8.
  yield stringify([headOf(locale, fields)], { ...FORMAT, bom: true })
  for await (const found of readItems(deps, actor, query)) {
    const ids = found.map(({ item }) => item.id)
    const values = fields.length > 0 ? await findValuesOf(deps.db, ids) : new Map<string, Values>()
    const valuesOf = ({ item }: AccessibleItem) =>
      abilitiesWithin(actor, item).download ? values.get(item.id) : undefined
    const rows = found.map(one => rowOf(locale, one, fields, valuesOf(one)))
    yield stringify(rows, FORMAT)
    // SQLite answers without a pause, and so may a socket take what it gets.
    await nextTurn()
  }
}
