import type { Input } from '@coffer/contract'
import type { DocumentField } from '@coffer/contract/document-types'
import type * as contract from '@coffer/contract/documents'
import type { DocumentValue } from '@coffer/contract/documents'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { nameKey } from '../../lib/item-names.ts'
import {
  type Choice,
  classify,
  classifyForUpdate,
  requiredIds,
  settleEntered,
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

/** What the item is by its row; a type that is no more asks for nothing. */
async function fieldsOf(db: Db, item: ItemView): Promise<DocumentField[]> {
  if (item.document_type_name === null) return []
  const choice = { tipo_id: item.document_type_id, subcategory_id: item.subcategory_id }
  return (await classify(db, choice)).fields
}

async function formOf(db: Db, item: ItemView): Promise<ItemForm> {
  const fields = await fieldsOf(db, item)
  return { item, fields, values: await documents.findValues(db, item.id) }
}

export async function getItemDocument(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<ItemForm> {
  const { item } = await requireItem(db, actor, id, 'download')
  return formOf(db, item)
}

/**
 * What the items are from now on; all of it or nothing.
 * @param inputOf the name under which the caller sent a field's value, for field errors
 */
async function applyDocument(
  tx: Db,
  ids: readonly string[],
  choice: Choice,
  values: Values,
  inputOf = (fieldId: string) => `values.${fieldId}`,
): Promise<void> {
  const { classification, fields } = await classifyForUpdate(tx, choice)
  const isAsked = Object.keys(values).length > 0
  if (isAsked && classification.document_type_id === null)
    throw new AppError('document_type.without_type')
  const { kept, errors } = validateValues(fields, values, inputOf)
  if (Object.keys(errors).length > 0) throw new AppError('request.invalid', { errors })
  const fieldIds = fields.map(field => field.id)
  await documents.writeClassification(tx, ids, classification)
  await documents.keepValuesOf(tx, ids, fieldIds)
  for (const [fieldId, value] of kept) await documents.writeValue(tx, ids, fieldId, value)
  const isWhole = classification.document_type_id !== null
  await settleEntered(tx, { itemIds: ids }, isWhole ? requiredIds(fields) : [])
}

/** What is left out stays; another type does not keep the subcategory of the one before. */
function choiceAfter(item: ItemView, { tipo_id, subcategory_id }: Partial<Choice>): Choice {
  const present = { tipo_id: item.document_type_id, subcategory_id: item.subcategory_id }
  if (tipo_id === undefined && subcategory_id === undefined) return present
  if (tipo_id === undefined)
    // A subcategory alone says which type is meant.
    return {
      tipo_id: subcategory_id ? null : present.tipo_id,
      subcategory_id: subcategory_id ?? null,
    }
  const isSame = tipo_id === present.tipo_id
  return {
    tipo_id,
    subcategory_id:
      subcategory_id ?? (isSame && subcategory_id === undefined ? present.subcategory_id : null),
  }
}

export const updateItemDocument = (
  { transact }: DocumentDeps,
  actor: Actor,
  id: string,
  input: Input<typeof contract.updateItemDocument>['body'],
): Promise<ItemForm> =>
  transact(async tx => {
    const { item } = await lockItem(tx, actor, id, 'edit')
    await applyDocument(tx, [id], choiceAfter(item, definedOf(input)), input.values)
    const { item: changed } = await requireItem(tx, actor, id)
    return formOf(tx, changed)
  })

const definedOf = ({
  tipo_id,
  subcategory_id,
}: {
  tipo_id?: string | null | undefined
  subcategory_id?: string | null | undefined
}): Partial<Choice> => ({
  ...(tipo_id !== undefined && { tipo_id }),
  ...(subcategory_id !== undefined && { subcategory_id }),
})

export const updateItemDocuments = (
  { transact }: DocumentDeps,
  actor: Actor,
  { items, values, ...choice }: Input<typeof contract.updateItemDocuments>['body'],
): Promise<{ changed: number; skipped: number }> =>
  transact(async tx => {
    const found = await lockItems(tx, actor, items, 'edit')
    const ids = found.map(({ item }) => item.id)
    await applyDocument(tx, ids, choice, values)
    return { changed: ids.length, skipped: 0 }
  })

/** Fields by the names that people gave them. */
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
    const inputOf = (fieldId: string) =>
      `campos.${campos.findIndex(({ name }) => byName.get(nameKey(name)) === fieldId)}.value`
    await applyDocument(tx, [file_id], choiceAfter(item, {}), values, inputOf)
    const { item: changed } = await requireItem(tx, actor, file_id)
    return formOf(tx, changed)
  })
