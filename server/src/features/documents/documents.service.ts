import type { Input } from '@coffer/contract'
import type { DocumentField } from '@coffer/contract/document-types'
import type * as contract from '@coffer/contract/documents'
import type { DocumentValue } from '@coffer/contract/documents'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { nameKey } from '../../lib/item-names.ts'
import { recordAudit } from '../audit/index.ts'
import {
  type Choice,
  classify,
  classifyForUpdate,
  requiredIds,
  updateEnteredFlags,
} from '../document-types/index.ts'
import { type ItemView, lockItem, lockItems, requireItem } from '../items/index.ts'
import * as documents from './documents.repository.ts'
import { validateValues } from './values.rules.ts'

export interface ItemForm {
  item: ItemView
  fields: DocumentField[]
  values: ReadonlyMap<string, string>
}

type Values = Readonly<Record<string, DocumentValue>>
type DocumentDeps = Pick<Deps, 'db' | 'transact'>

/** Returns the fields of the item's type and subcategory; none if the type was deleted. */
async function fieldsOf(db: Db, item: ItemView): Promise<DocumentField[]> {
  if (item.document_type_name === null) return []
  const choice = { tipo_id: item.document_type_id, subcategory_id: item.subcategory_id }
  return (await classify(db, choice)).fields
}

async function readForm(db: Db, item: ItemView): Promise<ItemForm> {
  const fields = await fieldsOf(db, item)
  return { item, fields, values: await documents.findValues(db, item.id) }
}

/** @throws AppError `item.not_found`, or `auth.forbidden` when the actor cannot download the item */
export async function getItemDocument(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<ItemForm> {
  const { item } = await requireItem(db, actor, id, 'download')
  return readForm(db, item)
}

/**
 * Sets type, subcategory and values of items, all or nothing.
 * @param inputNameOf returns the input name of a field's value, for field errors
 * @throws AppError `document_type.without_type`, `document_type.not_found` or `request.invalid`
 */
async function applyDocument(
  tx: Db,
  ids: readonly string[],
  choice: Choice,
  values: Values,
  inputNameOf = (fieldId: string) => `values.${fieldId}`,
): Promise<void> {
  const { classification, fields } = await classifyForUpdate(tx, choice)
  const hasValues = Object.keys(values).length > 0
  if (hasValues && classification.document_type_id === null)
    throw new AppError('document_type.without_type')
  const { stored, errors } = validateValues(fields, values, inputNameOf)
  if (Object.keys(errors).length > 0) throw new AppError('request.invalid', { errors })
  const fieldIds = fields.map(field => field.id)
  await documents.writeClassification(tx, ids, classification)
  await documents.deleteOtherValues(tx, ids, fieldIds)
  for (const [fieldId, value] of stored) await documents.writeValue(tx, ids, fieldId, value)
  const hasType = classification.document_type_id !== null
  await updateEnteredFlags(tx, { itemIds: ids }, hasType ? requiredIds(fields) : [])
}

/** Merges a change into the item's type and subcategory; a new type resets the subcategory. */
function mergeChoice(item: ItemView, { tipo_id, subcategory_id }: Partial<Choice>): Choice {
  const current = { tipo_id: item.document_type_id, subcategory_id: item.subcategory_id }
  if (tipo_id === undefined && subcategory_id === undefined) return current
  if (tipo_id === undefined)
    // A subcategory implies its type.
    return {
      tipo_id: subcategory_id ? null : current.tipo_id,
      subcategory_id: subcategory_id ?? null,
    }
  const isSame = tipo_id === current.tipo_id
  return {
    tipo_id,
    subcategory_id:
      subcategory_id ?? (isSame && subcategory_id === undefined ? current.subcategory_id : null),
  }
}

/** Changes type, subcategory or values of an item; absent properties stay unchanged. */
export const updateItemDocument = (
  { transact }: DocumentDeps,
  actor: Actor,
  id: string,
  input: Input<typeof contract.updateItemDocument>['body'],
): Promise<ItemForm> =>
  transact(async tx => {
    const { item } = await lockItem(tx, actor, id, 'edit')
    await applyDocument(tx, [id], mergeChoice(item, withoutUndefined(input)), input.values)
    const { item: changed } = await requireItem(tx, actor, id)
    return readForm(tx, changed)
  })

const withoutUndefined = ({
  tipo_id,
  subcategory_id,
}: {
  tipo_id?: string | null | undefined
  subcategory_id?: string | null | undefined
}): Partial<Choice> => ({
  ...(tipo_id !== undefined && { tipo_id }),
  ...(subcategory_id !== undefined && { subcategory_id }),
})

/** Sets type, subcategory and values of several items, all or none. */
export const updateItemDocuments = (
  { transact }: DocumentDeps,
  actor: Actor,
  { items, values, ...choice }: Input<typeof contract.updateItemDocuments>['body'],
): Promise<{ changed: number; skipped: number }> =>
  transact(async tx => {
    const locked = await lockItems(tx, actor, items, 'edit')
    const ids = locked.map(({ item }) => item.id)
    await applyDocument(tx, ids, choice, values)
    return { changed: ids.length, skipped: 0 }
  })

/** Sets values by field names instead of ids. */
export const writeMetaData = (
  deps: DocumentDeps,
  actor: Actor,
  { file_id, campos }: Input<typeof contract.writeMetaData>['body'],
): Promise<ItemForm> =>
  deps.transact(async tx => {
    const { item } = await lockItem(tx, actor, file_id, 'edit')
    const fields = await fieldsOf(tx, item)
    const byName = new Map(fields.map(field => [nameKey(field.name), field.id]))
    const unknown = campos.findIndex(({ name }) => !byName.has(nameKey(name)))
    if (unknown !== -1)
      throw new AppError('request.invalid', {
        errors: { [`campos.${unknown}.name`]: ['validation.invalid'] },
      })
    const values = Object.fromEntries(
      campos.map(({ name, value }) => [byName.get(nameKey(name)) ?? '', value]),
    )
    const inputNameOf = (fieldId: string) =>
      `campos.${campos.findIndex(({ name }) => byName.get(nameKey(name)) === fieldId)}.value`
    await applyDocument(tx, [file_id], mergeChoice(item, {}), values, inputNameOf)
    const { item: changed } = await requireItem(tx, actor, file_id)
    recordAudit(tx, {
      action: 'document.values_set',
      target: { type: 'item', id: file_id, name: changed.name },
      // The values belong to the owner of the file.
      after: { fields: campos.map(({ name }) => name) },
    })
    return readForm(tx, changed)
  })
