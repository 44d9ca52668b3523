import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Coffer } from './server.ts'

/** One type whose subcategory has a field of each kind, and one without fields. */
const CATALOGUE = {
  documents: [
    {
      name: 'Contract',
      fields: [{ name: 'Reference', required: true }],
      subcategories: [
        {
          name: 'Lease',
          fields: [
            { name: 'Rent', type: 'number', required: true },
            { name: 'Until', type: 'date' },
            { name: 'Signed', type: 'boolean' },
          ],
        },
        { name: 'Purchase' },
      ],
    },
    { name: 'Letter' },
  ],
}

/** Imports the types with the operator's command. */
export async function seedTypes(coffer: Coffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-types-'))
  try {
    const file = join(folder, 'types.json')
    await writeFile(file, JSON.stringify(CATALOGUE))
    await coffer.command('documents', 'seed', file)
  } finally {
    await rm(folder, { recursive: true })
  }
}
