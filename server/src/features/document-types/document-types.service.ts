import { type PageQuery, rowsOf } from '@coffer/contract'
import type { FieldInput } from '@coffer/contract/document-type-editing'
import type { DocumentField } from '@coffer/contract/document-types'
import type { Db } from '../../db/open.ts'
import type { DocumentTypeRow, SubcategoryRow } from '../../db/schema-documents.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isChangedSince, nextUpdatedAt } from '../../lib/concurrent-changes.ts'
import { nameKey } from '../../lib/item-names.ts'
import { recordAudit } from '../audit/index.ts'
import { quotas } from '../quotas/index.ts'
import * as types from './document-types.repository.ts'
import {
  duplicateIndex,
  fieldsLosingValues,
  hasOtherRequiredFields,
  isTooLarge,
  lostOptions,
  mergeFields,
  readFields,
  requiredIds,
} from './document-types.rules.ts'

type TypeDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'newId'>

export interface TypeWithSubcategories {
  row: DocumentTypeRow
  subcategories: SubcategoryRow[]
}

export interface Rows<R> {
  rows: R[]
  total: number
  page: PageQuery
}

async function withSubcategories(
  db: Db,
  rows: DocumentTypeRow[],
): Promise<TypeWithSubcategories[]> {
  if (rows.length === 0) return []
  const subcategories = await types.listSubcategories(db, { typeIds: rows.map(row => row.id) })
  const byType = Map.groupBy(subcategories, subcategory => subcategory.document_type_id)
  return rows.map(row => ({ row, subcategories: byType.get(row.id) ?? [] }))
}

/** Lists all types with their subcategories, for choosing one. */
export async function listTypes({ db }: Pick<Deps, 'db'>): Promise<TypeWithSubcategories[]> {
  const rows = await types.listTypes(db)
  const subcategories = await types.listSubcategories(db)
  const byType = Map.groupBy(subcategories, subcategory => subcategory.document_type_id)
  return rows.map(row => ({ row, subcategories: byType.get(row.id) ?? [] }))
}

/** Rows of an admin list, each with the number of its items. */
export interface CountedRows<R> {
  rows: R[]
  items: ReadonlyMap<string, number>
  total: number
}

interface ListInput extends PageQuery {
  query: string
  sort: 'name' | 'created_at'
  direction: 'asc' | 'desc'
}

const pageOf = ({ query, sort, direction, ...page }: ListInput): types.TypePage => ({
  ...rowsOf(page),
  nameKey: nameKey(query),
  sort,
  direction,
})

export async function browseTypes(
  { db }: Pick<Deps, 'db'>,
  input: ListInput,
): Promise<CountedRows<TypeWithSubcategories>> {
  const { rows, total } = await types.browseTypes(db, pageOf(input))
  const ids = rows.map(({ id }) => id)
  const items = await types.countItems(db, 'document_type_id', ids)
  return { rows: await withSubcategories(db, rows), items, total }
}

/** Lists the subcategories of a type. @throws AppError `item.not_found` */
export async function browseSubcategoriesOf(
  { db }: Pick<Deps, 'db'>,
  typeId: string,
  input: ListInput,
): Promise<CountedRows<SubcategoryRow>> {
  await requireType(db, typeId)
  const { rows, total } = await types.browseSubcategoriesOf(db, typeId, pageOf(input))
  const ids = rows.map(({ id }) => id)
  return { rows, items: await types.countItems(db, 'subcategory_id', ids), total }
}

/** Lists the subcategories of all types. */
export async function browseSubcategories(
  { db }: Pick<Deps, 'db'>,
  page: PageQuery,
): Promise<Rows<SubcategoryRow>> {
  const rows = await types.listSubcategories(db, { page: rowsOf(page) })
  return { rows, total: await types.countSubcategories(db), page }
}

async function requireType(
  db: Db,
  id: string,
  findType: typeof types.findType = types.findType,
): Promise<DocumentTypeRow> {
  const row = await findType(db, id)
  if (!row) throw new AppError('item.not_found')
  return row
}

/** Locks a type exclusively, so that it is not assigned and no values are set during the change. */
const lockDocumentType = (tx: Db, id: string): Promise<DocumentTypeRow> =>
  requireType(tx, id, (db, typeId) => types.lockDocumentType(db, typeId, 'exclusive'))

/**
 * Also locks the owners of items of the types. Owners are always locked first, and types in the order of
 * their ids, so that two changes never wait for each other.
 */
export async function lockDocumentTypesWithItems(
  tx: Db,
  ids: readonly string[],
): Promise<DocumentTypeRow[]> {
  const owners: string[] = []
  for (const id of ids) owners.push(...(await types.ownersOfType(tx, id)))
  await quotas.lockOwners(tx, owners)
  const rows: DocumentTypeRow[] = []
  for (const id of ids.toSorted()) rows.push(await lockDocumentType(tx, id))
  return rows
}

const lockDocumentTypeWithItems = async (tx: Db, id: string): Promise<DocumentTypeRow> =>
  (await lockDocumentTypesWithItems(tx, [id]))[0] as DocumentTypeRow

/** @throws AppError `item.not_found` */
export async function getSubcategory({ db }: { db: Db }, id: string): Promise<SubcategoryRow> {
  const row = await types.findSubcategory(db, id)
  if (!row) throw new AppError('item.not_found')
  return row
}

/** @throws AppError `item.not_found` */
export async function getType(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<TypeWithSubcategories> {
  const row = await requireType(db, id)
  return { row, subcategories: await types.listSubcategories(db, { typeIds: [id] }) }
}

const typeTarget = ({ id, name }: DocumentTypeRow) => ({ type: 'document-type', id, name })
const subcategoryTarget = ({ id, name }: DocumentTypeRow) => ({ type: 'subcategory', id, name })

/** The state of a type or subcategory in the audit log. */
const formOf = ({ name, fields }: Pick<DocumentTypeRow, 'name' | 'fields'>) => ({
  name,
  fields: readFields(fields).map(field => ({
    name: field.name,
    type: field.type,
    required: field.required,
  })),
})

interface Draft {
  name: string
  fields: readonly FieldInput[]
}

const nameTaken = () =>
  new AppError('document_type.name_taken', {
    errors: { name: ['errors.document_type.name_taken.detail'] },
  })

function requireDistinct(fields: readonly FieldInput[]): void {
  const index = duplicateIndex(fields)
  if (index === -1) return
  const messages = ['errors.document_type.name_taken.detail']
  throw new AppError('request.invalid', { errors: { [`fields.${index}.name`]: messages } })
}

function newRow({ newId, now }: TypeDeps, { name, fields }: Draft): DocumentTypeRow {
  requireDistinct(fields)
  const at = now().getTime()
  const newFields = mergeFields([], fields, newId)
  return {
    id: newId(),
    name,
    name_key: nameKey(name),
    fields: JSON.stringify(newFields),
    created_at: at,
    updated_at: at,
  }
}

/** @throws AppError `document_type.name_taken`, or `request.invalid` for duplicate field names */
export const createType = (deps: TypeDeps, draft: Draft): Promise<TypeWithSubcategories> =>
  deps.transact(async tx => {
    const row = newRow(deps, draft)
    if (await types.findTypeByKey(tx, row.name_key)) throw nameTaken()
    await types.insertType(tx, row)
    recordAudit(tx, {
      action: 'document_type.created',
      target: typeTarget(row),
      after: formOf(row),
    })
    return { row, subcategories: [] }
  })

/** @throws AppError `document_type.not_found`, `document_type.name_taken` or `request.invalid` */
export const createSubcategory = (
  deps: TypeDeps,
  { type_document_id, ...draft }: Draft & { type_document_id: string },
): Promise<SubcategoryRow> =>
  deps.transact(async tx => {
    if (!(await types.lockDocumentType(tx, type_document_id, 'shared')))
      throw new AppError('document_type.not_found')
    const row = { ...newRow(deps, draft), document_type_id: type_document_id }
    if (await types.findSubcategoryByKey(tx, type_document_id, row.name_key)) throw nameTaken()
    await types.insertSubcategory(tx, row)
    recordAudit(tx, {
      action: 'subcategory.created',
      target: subcategoryTarget(row),
      after: formOf(row),
    })
    return row
  })

export interface Change {
  name?: string | undefined
  /** The new fields, or a function that derives them from the current ones. */
  fields?: readonly FieldInput[] | ((current: readonly DocumentField[]) => FieldInput[]) | undefined
  seen_updated_at?: string | undefined
}

/**
 * Prepares a change of a type or subcategory.
 * @throws AppError `document_type.changed_concurrently`, `document_type.field_in_use`,
 *   `document_type.option_in_use` or `document_type.too_large`
 */
async function prepareChange(
  tx: Db,
  { newId, now }: TypeDeps,
  row: DocumentTypeRow,
  { name = row.name, fields: newFields, seen_updated_at }: Change,
) {
  if (isChangedSince(row, seen_updated_at)) throw new AppError('document_type.changed_concurrently')
  const current = readFields(row.fields)
  const fields = typeof newFields === 'function' ? newFields(current) : newFields
  if (fields) requireDistinct(fields)
  const after = fields ? mergeFields(current, fields, newId) : current
  if (fields && isTooLarge(after)) throw new AppError('document_type.too_large')
  const atRisk = fieldsLosingValues(current, after)
  const filled = await types.findFilled(
    tx,
    atRisk.map(field => field.id),
  )
  const field = atRisk.find(({ id }) => id === filled)
  if (field) throw new AppError('document_type.field_in_use', { values: { field: field.name } })
  for (const { field, options } of lostOptions(current, after)) {
    const option = await types.findUsedOption(tx, field.id, options)
    if (option) throw new AppError('document_type.option_in_use', { values: { option } })
  }
  const change = {
    name,
    name_key: nameKey(name),
    fields: JSON.stringify(after),
    updated_at: nextUpdatedAt(row, now().getTime()),
  }
  return { current, after, change }
}

/** Updates the status of all items of a type after its required fields changed. */
export async function updateStatusOfType(
  tx: Db,
  typeId: string,
  fields: readonly DocumentField[],
  subcategories: readonly SubcategoryRow[],
): Promise<void> {
  const withoutSubcategory = { document_type_id: typeId, subcategory_id: null }
  await types.updateEnteredFlags(tx, withoutSubcategory, requiredIds(fields))
  await updateStatusOfSubcategories(tx, typeId, fields, subcategories)
}

async function updateStatusOfSubcategories(
  tx: Db,
  typeId: string,
  ofType: readonly DocumentField[],
  subcategories: readonly SubcategoryRow[],
): Promise<void> {
  for (const { id, fields } of subcategories)
    await types.updateEnteredFlags(
      tx,
      { document_type_id: typeId, subcategory_id: id },
      requiredIds([...ofType, ...readFields(fields)]),
    )
}

/**
 * Changes a type and the status of its items.
 * @throws AppError `item.not_found`, `document_type.name_taken`, or those of `prepareChange`
 */
export const updateType = (
  deps: TypeDeps,
  id: string,
  input: Change,
): Promise<TypeWithSubcategories> =>
  deps.transact(async tx => {
    const row = await (input.fields ? lockDocumentTypeWithItems : lockDocumentType)(tx, id)
    const { current, after, change } = await prepareChange(tx, deps, row, input)
    const sameName = await types.findTypeByKey(tx, change.name_key)
    if (sameName && sameName.id !== id) throw nameTaken()
    await types.updateType(tx, id, change)
    recordAudit(tx, {
      action: 'document_type.changed',
      target: typeTarget(row),
      before: formOf(row),
      after: formOf(change),
    })
    const subcategories = await types.listSubcategories(tx, { typeIds: [id] })
    if (hasOtherRequiredFields(current, after))
      await updateStatusOfType(tx, id, after, subcategories)
    return { row: { ...row, ...change }, subcategories }
  })

/**
 * Changes a subcategory and the status of its items.
 * @throws AppError `item.not_found`, `document_type.name_taken`, or those of `prepareChange`
 */
export const updateSubcategory = (
  deps: TypeDeps,
  id: string,
  input: Change,
): Promise<SubcategoryRow> =>
  deps.transact(async tx => {
    const { document_type_id: typeId } = await getSubcategory({ db: tx }, id)
    const type = await (input.fields ? lockDocumentTypeWithItems : lockDocumentType)(tx, typeId)
    const row = await getSubcategory({ db: tx }, id)
    const { current, after, change } = await prepareChange(tx, deps, row, input)
    const sameName = await types.findSubcategoryByKey(tx, row.document_type_id, change.name_key)
    if (sameName && sameName.id !== id) throw nameTaken()
    await types.updateSubcategory(tx, id, change)
    recordAudit(tx, {
      action: 'subcategory.changed',
      target: subcategoryTarget(row),
      before: formOf(row),
      after: formOf(change),
    })
    const changed = { ...row, ...change }
    if (hasOtherRequiredFields(current, after))
      await updateStatusOfSubcategories(tx, typeId, readFields(type.fields), [changed])
    return changed
  })

/** @throws AppError `item.not_found` or `document_type.in_use` */
export const deleteType = ({ transact }: TypeDeps, id: string): Promise<void> =>
  transact(async tx => {
    const row = await lockDocumentType(tx, id)
    const subcategoryCount = await types.countSubcategories(tx, id)
    if (subcategoryCount > 0 || (await types.isUsed(tx, 'document_type_id', id)))
      throw new AppError('document_type.in_use')
    await types.deleteType(tx, id)
    recordAudit(tx, {
      action: 'document_type.deleted',
      target: typeTarget(row),
      before: formOf(row),
    })
  })

/** @throws AppError `item.not_found` or `document_type.in_use` */
export const deleteSubcategory = ({ transact }: TypeDeps, id: string): Promise<void> =>
  transact(async tx => {
    const row = await getSubcategory({ db: tx }, id)
    await lockDocumentType(tx, row.document_type_id)
    if (await types.isUsed(tx, 'subcategory_id', id)) throw new AppError('document_type.in_use')
    await types.deleteSubcategory(tx, id)
    recordAudit(tx, {
      action: 'subcategory.deleted',
      target: subcategoryTarget(row),
      before: formOf(row),
    })
  })
