import type { DocumentField } from '@coffer/contract/document-types'
import type { Db } from '../../db/open.ts'
import type { DocumentTypeRow, SubcategoryRow } from '../../db/schema-documents.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { nextUpdatedAt } from '../../lib/concurrent-changes.ts'
import { nameKey } from '../../lib/item-names.ts'
import { recordAudit } from '../audit/index.ts'
import * as types from './document-types.repository.ts'
import { isTooLarge, readFields } from './document-types.rules.ts'
import {
  lockDocumentTypesWithItems,
  type TypeWithSubcategories,
  updateStatusOfType,
} from './document-types.service.ts'

type MergeDeps = Pick<Deps, 'transact' | 'now'>

interface JoinedFields {
  fields: DocumentField[]
  /** Fields whose values move to the field of the same name. */
  moves: { from: string; to: string; options: JoinedOptions }[]
}

interface JoinedOptions {
  all: string[]
  /** Options that differ only in case from one of the target, whose spelling they get. */
  renamed: { from: string; to: string }[]
}

function joinOptions(target: readonly string[], source: readonly string[]): JoinedOptions {
  const all = [...target]
  const renamed: JoinedOptions['renamed'] = []
  for (const from of source) {
    const to = target.find(option => option.toLowerCase() === from.toLowerCase())
    if (to === undefined) all.push(from)
    else if (to !== from) renamed.push({ from, to })
  }
  return { all, renamed }
}

/**
 * Joins the fields of two forms: those of the same name become one, others are added as optional,
 * so that items of the other form stay complete.
 * @throws AppError `document_type.merge_conflict` or `document_type.too_large`
 */
function joinFields(
  target: readonly DocumentField[],
  source: readonly DocumentField[],
): JoinedFields {
  const fields = [...target]
  const moves: JoinedFields['moves'] = []
  for (const field of source) {
    const index = fields.findIndex(({ name }) => nameKey(name) === nameKey(field.name))
    const same = fields[index]
    if (!same) {
      fields.push({ ...field, required: false })
      continue
    }
    if (same.type !== field.type)
      throw new AppError('document_type.merge_conflict', { values: { field: field.name } })
    const options = joinOptions(same.options ?? [], field.options ?? [])
    moves.push({ from: field.id, to: same.id, options })
    if (same.options) fields[index] = { ...same, options: options.all }
  }
  if (isTooLarge(fields)) throw new AppError('document_type.too_large')
  return { fields, moves }
}

async function mergeFields(
  tx: Db,
  now: number,
  target: DocumentTypeRow,
  source: DocumentTypeRow,
  update: typeof types.updateType,
): Promise<{ fields: DocumentField[]; updated_at: number }> {
  const { fields, moves } = joinFields(readFields(target.fields), readFields(source.fields))
  for (const { from, to, options } of moves) {
    for (const option of options.renamed) await types.renameOption(tx, from, option)
    await types.moveValues(tx, from, to)
  }
  const { name, name_key } = target
  const updated_at = nextUpdatedAt(target, now)
  await update(tx, target.id, { name, name_key, fields: JSON.stringify(fields), updated_at })
  return { fields, updated_at }
}

/** Moves a subcategory to another type, or merges it into the one of the same name there. */
async function mergeSubcategory(
  tx: Db,
  now: number,
  source: SubcategoryRow,
  targetTypeId: string,
): Promise<void> {
  const same = await types.findSubcategoryByKey(tx, targetTypeId, source.name_key)
  if (!same) return types.moveSubcategory(tx, source.id, targetTypeId, nextUpdatedAt(source, now))
  await mergeFields(tx, now, same, source, types.updateSubcategory)
  await types.moveItems(tx, 'subcategory_id', source.id, same.id)
  await types.deleteSubcategory(tx, source.id)
}

async function lockBoth(tx: Db, id: string, into: string) {
  const rows = await lockDocumentTypesWithItems(tx, [id, into])
  const find = (wanted: string) => rows.find(row => row.id === wanted) as DocumentTypeRow
  return { source: find(id), target: find(into) }
}

/**
 * Merges a type into another one and deletes it; its items keep their values, and upload requests
 * ask for the other one.
 * @throws AppError `item.not_found`, `request.invalid` for the type itself, or
 *   `document_type.merge_conflict` or `document_type.too_large`
 */
export const mergeTypes = (
  deps: MergeDeps,
  id: string,
  into: string,
): Promise<TypeWithSubcategories> =>
  deps.transact(async tx => {
    if (id === into)
      throw new AppError('request.invalid', { errors: { into: ['validation.invalid'] } })
    const { source, target } = await lockBoth(tx, id, into)
    const now = deps.now().getTime()
    const { fields, updated_at } = await mergeFields(tx, now, target, source, types.updateType)
    for (const subcategory of await types.listSubcategories(tx, { typeIds: [id] }))
      await mergeSubcategory(tx, now, subcategory, into)
    await types.moveItems(tx, 'document_type_id', id, into)
    await types.deleteRepeatedRequests(tx, into)
    await types.deleteType(tx, id)
    const subcategories = await types.listSubcategories(tx, { typeIds: [into] })
    await updateStatusOfType(tx, into, fields, subcategories)
    recordAudit(tx, {
      action: 'document_type.merged',
      target: { type: 'document-type', id, name: source.name },
      after: { into: target.name },
    })
    return { row: { ...target, fields: JSON.stringify(fields), updated_at }, subcategories }
  })
