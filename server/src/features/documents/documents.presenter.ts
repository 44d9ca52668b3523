import type { ItemDocument } from '@coffer/contract/documents'
import type { Actor } from '../../actor.ts'
import { presentItem } from '../items/index.ts'
import type { ItemForm } from './documents.service.ts'
import { wireValue } from './values.rules.ts'

export function presentDocument(actor: Actor, { item, fields, values }: ItemForm): ItemDocument {
  const { tipo_id, tipo_nombre, subcategory_id, subcategory_nombre, document_status } = presentItem(
    actor,
    item,
  ).attributes
  return {
    id: item.id,
    type: 'document',
    attributes: {
      tipo_id,
      tipo_nombre,
      subcategory_id,
      subcategory_nombre,
      document_status,
      fields: fields.map(field => ({
        ...field,
        value: wireValue(field.type, values.get(field.id)),
      })),
    },
  }
}
