import { setImmediate as nextTick } from 'node:timers/promises'
import type { Locale } from '@coffer/contract'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { type CsvCell as Cell, csvHeader, csvRows, csvTime } from '../../lib/csv.ts'
import { translate } from '../../lib/translate.ts'
import { type ItemFilter, readItems } from '../browse/index.ts'
import { type FieldWithSubcategory, findFields } from '../document-types/index.ts'
import { findValuesOf, wireValue } from '../documents/index.ts'
import { type AccessibleItem, abilitiesWithin, isHome } from '../items/index.ts'

type Values = ReadonlyMap<string, string>

const headerRow = (locale: Locale, fields: readonly FieldWithSubcategory[]): Cell[] => [
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

/** Maximum characters of a path; longer ones keep their innermost folders. */
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

function itemRow(
  locale: Locale,
  { item, ancestors }: AccessibleItem,
  fields: readonly FieldWithSubcategory[],
  values: Values | undefined,
): Cell[] {
  const kind = item.type === 'folder' ? 'folder' : (item.category ?? 'other')
  return [
    item.name,
    pathOf(ancestors),
    translate(locale, `files.kind_${kind}`),
    item.size_bytes,
    item.owner_name,
    csvTime(item.created_at),
    csvTime(item.updated_at),
    item.document_type_name,
    item.subcategory_name,
    ...fields.map(({ id, type }) => formatValue(locale, wireValue(type, values?.get(id)))),
  ]
}

const formatValue = (locale: Locale, value: ReturnType<typeof wireValue>): Cell =>
  typeof value === 'boolean' ? translate(locale, value ? 'documents.yes' : 'documents.no') : value

/**
 * Yields a CSV of the items that the actor can see and that match the filters, some hundred rows at a
 * time. Has columns for the fields of the filtered document type.
 */
export async function* itemsReport(
  deps: Pick<Deps, 'db'>,
  actor: UserActor,
  query: ItemFilter,
  locale: Locale,
): AsyncGenerator<string> {
  const fields = query.type ? await findFields(deps.db, query.type, query.subcategory) : []
  yield csvHeader(headerRow(locale, fields))
  for await (const items of readItems(deps, actor, query)) {
    const ids = items.map(({ item }) => item.id)
    const values = fields.length > 0 ? await findValuesOf(deps.db, ids) : new Map<string, Values>()
    const valuesOf = ({ item }: AccessibleItem) =>
      abilitiesWithin(actor, item).download ? values.get(item.id) : undefined
    const rows = items.map(entry => itemRow(locale, entry, fields, valuesOf(entry)))
    yield csvRows(rows)
    // SQLite and sockets may answer synchronously, so let other requests run.
    await nextTick()
  }
}
