import { FieldInputs } from '@coffer/contract/document-type-editing'
import type { DocumentField } from '@coffer/contract/document-types'
import { z } from 'zod'
import { withinTransaction } from '../../db/transact.ts'
import { AppError } from '../../errors.ts'
import { nameKey } from '../../lib/item-names.ts'
import * as types from './document-types.repository.ts'
import { readFields } from './document-types.rules.ts'
import {
  type Change,
  createSubcategory,
  createType,
  listTypes,
  updateSubcategory,
  updateType,
} from './document-types.service.ts'

const NamedEntry = z.object({
  name: z.string().trim().min(1).max(200),
  fields: FieldInputs.default([]),
})

/** Format of a catalogue file of document types. */
export const Catalogue = z.object({
  documents: z.array(NamedEntry.extend({ subcategories: z.array(NamedEntry).default([]) })),
})
export type Catalogue = z.output<typeof Catalogue>

type NamedInput = z.output<typeof NamedEntry>
type SeedDeps = Parameters<typeof createType>[0]

/** Returns the current fields followed by the missing ones. */
function withMissing(current: readonly DocumentField[], { fields }: NamedInput) {
  const currentNames = new Set(current.map(field => nameKey(field.name)))
  return [...current, ...fields.filter(field => !currentNames.has(nameKey(field.name)))]
}

/**
 * Returns the change that adds the missing fields, or null when none is missing. It adds them to the
 * fields that are stored by then, because a type is only locked when it is changed.
 */
function changeFor({ fields }: { fields: string }, input: NamedInput): Change | null {
  const current = readFields(fields)
  const isComplete = withMissing(current, input).length === current.length
  return isComplete ? null : { fields: locked => withMissing(locked, input) }
}

async function seedSubcategory(
  deps: SeedDeps,
  typeId: string,
  input: NamedInput,
): Promise<boolean> {
  const existing = await types.findSubcategoryByKey(deps.db, typeId, nameKey(input.name))
  if (!existing) await createSubcategory(deps, { ...input, type_document_id: typeId })
  const change = existing && changeFor(existing, input)
  if (change) await updateSubcategory(deps, existing.id, change)
  return !existing || Boolean(change)
}

async function seedType(
  deps: SeedDeps,
  input: NamedInput,
): Promise<{ id: string; isChanged: boolean }> {
  const existing = await types.findTypeByKey(deps.db, nameKey(input.name))
  if (!existing) return { id: (await createType(deps, input)).row.id, isChanged: true }
  const change = changeFor(existing, input)
  if (change) await updateType(deps, existing.id, change)
  return { id: existing.id, isChanged: change !== null }
}

/**
 * Imports the types and subcategories of a catalogue, all or nothing. Can be repeated.
 * @returns the number of types and subcategories that were created or got new fields
 */
export const seedTypes = (deps: SeedDeps, catalogue: Catalogue): Promise<number> =>
  deps.transact(tx => seedEach(withinTransaction(deps, tx), catalogue))

async function seedEach(deps: SeedDeps, { documents }: Catalogue): Promise<number> {
  let count = 0
  for (const { subcategories, ...input } of documents) {
    const { id, isChanged } = await seedType(deps, input)
    if (isChanged) count += 1
    for (const subcategory of subcategories)
      if (await seedSubcategory(deps, id, subcategory)) count += 1
  }
  return count
}

const unreadable = (cause: unknown) => new AppError('document_type.file_unreadable', { cause })

function parseCatalogue(bytes: Uint8Array): Catalogue {
  try {
    return Catalogue.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch (cause) {
    throw unreadable(cause)
  }
}

/**
 * Imports a catalogue file, all or nothing.
 * @returns the number of types and subcategories that were created or got new fields
 * @throws AppError `document_type.file_unreadable`
 */
export async function importCatalogue(deps: SeedDeps, bytes: Uint8Array): Promise<number> {
  return seedTypes(deps, parseCatalogue(bytes))
}

const entryOf = ({ name, fields }: { name: string; fields: string }) => ({
  name,
  fields: readFields(fields).map(({ id: _, ...field }) => field),
})

/** Returns all types as a catalogue file. */
export async function exportCatalogue({ db }: Pick<SeedDeps, 'db'>): Promise<string> {
  const documents = (await listTypes({ db })).map(({ row, subcategories }) => ({
    ...entryOf(row),
    subcategories: subcategories.map(entryOf),
  }))
  return `${JSON.stringify({ documents }, null, 2)}\n`
}
