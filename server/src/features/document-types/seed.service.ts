import { FieldInputs } from '@coffer/contract/document-type-editing'
import { z } from 'zod'
import { nameKey } from '../../lib/item-names.ts'
import * as types from './document-types.repository.ts'
import { readFields } from './document-types.rules.ts'
import {
  createSubcategory,
  createType,
  updateSubcategory,
  updateType,
} from './document-types.service.ts'

const NamedEntry = z.object({
  name: z.string().trim().min(1).max(200),
  fields: FieldInputs.default([]),
})

/** What a file of document types holds. */
export const Catalogue = z.object({
  documents: z.array(NamedEntry.extend({ subcategories: z.array(NamedEntry).default([]) })),
})
export type Catalogue = z.output<typeof Catalogue>

type NamedInput = z.output<typeof NamedEntry>
type SeedDeps = Parameters<typeof createType>[0]

/** What is there already stays as it is: only fields that are missing are added behind it. */
function added({ fields }: { fields: string }, wanted: NamedInput) {
  const present = readFields(fields)
  const known = new Set(present.map(field => nameKey(field.name)))
  const missing = wanted.fields.filter(field => !known.has(nameKey(field.name)))
  return missing.length > 0 ? { fields: [...present, ...missing] } : null
}

async function seedSubcategory(
  deps: SeedDeps,
  typeId: string,
  wanted: NamedInput,
): Promise<boolean> {
  const existing = await types.findSubcategoryByKey(deps.db, typeId, nameKey(wanted.name))
  if (!existing) await createSubcategory(deps, { ...wanted, type_document_id: typeId })
  const change = existing && added(existing, wanted)
  if (change) await updateSubcategory(deps, existing.id, change)
  return !existing || Boolean(change)
}

async function seedType(
  deps: SeedDeps,
  wanted: NamedInput,
): Promise<{ id: string; isNews: boolean }> {
  const existing = await types.findTypeByKey(deps.db, nameKey(wanted.name))
  if (!existing) return { id: (await createType(deps, wanted)).row.id, isNews: true }
  const change = added(existing, wanted)
  if (change) await updateType(deps, existing.id, change)
  return { id: existing.id, isNews: change !== null }
}

/**
 * Brings in the types and subcategories of a file; may be run again and again.
 * @returns how many types and subcategories were made or got further fields
 */
export async function seedTypes(deps: SeedDeps, { documents }: Catalogue): Promise<number> {
  let count = 0
  for (const { subcategories, ...wanted } of documents) {
    const { id, isNews } = await seedType(deps, wanted)
    if (isNews) count += 1
    for (const one of subcategories) if (await seedSubcategory(deps, id, one)) count += 1
  }
  return count
}
