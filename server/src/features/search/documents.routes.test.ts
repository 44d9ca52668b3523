import { expect, it } from 'vitest'
import { makeLease } from '../../../test/document-types.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { indexQueuedItems } from './index.ts'

const t = await openTestApp()
const lease = await makeLease(await t.signIn('admin'), 'Contract')

interface Hit {
  attributes: { name: string }
  meta: { fit: string; snippet: { text: string; marks: [number, number][] } | null }
}

const field = (name: string): string => lease.fields[name] ?? ''
const asLease = () => ({ tipo_id: lease.typeId, subcategory_id: lease.subcategoryId })
const upload = async (client: TestClient, filename: string, content = 'nothing') =>
  (await client.upload({ filename, content, ...asLease() })).body.data.id as string
const setValues = (client: TestClient, id: string, values: Record<string, unknown>) =>
  client.send('PATCH', `/api/items/${id}/document`, {
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [field(name), value])),
  })
/** Extracts texts of uploads and indexes everything. */
async function indexAll(): Promise<void> {
  await indexQueuedItems(t.deps)
  await t.runJobs()
  await indexQueuedItems(t.deps)
}
const search = async (client: TestClient, query: Record<string, string>): Promise<Hit[]> =>
  (await client.send('GET', `/api/search?${new URLSearchParams(query)}`)).body.data
const searchNames = async (client: TestClient, query: string) =>
  (await search(client, { query })).map(hit => hit.attributes.name)

it('finds items by document values after matches by name, with a snippet', async () => {
  const ann = await t.signIn()
  const eve = await t.signIn()
  await upload(ann, 'malaga.txt')
  const id = await upload(ann, 'lease.txt')
  await setValues(ann, id, { Reference: 'Muelle de Málaga 7', Rent: 1250.5, Until: '2027-01-31' })
  await indexAll()
  const hits = await search(ann, { query: 'malaga' })
  expect(hits.map(({ attributes, meta }) => [attributes.name, meta.fit])).toEqual([
    ['malaga.txt', 'exact'],
    ['lease.txt', 'text'],
  ])
  const { text, marks } = hits[1]?.meta.snippet ?? { text: '', marks: [] }
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['Málaga'])
  for (const query of ['muelle lease', '1250', '2027-01-31', 'mue malaga'])
    expect(await searchNames(ann, query)).toEqual(['lease.txt'])
  expect(await searchNames(ann, 'muelle madrid')).toEqual([])
  expect(await searchNames(eve, 'muelle')).toEqual([])
})

it('guests of a share find nothing by document values and see none of them', async () => {
  const ann = await t.signIn()
  const sharing = sharingBy(ann)
  const parent_id = await sharing.folder('Shared')
  const content = 'The ferry leaves at noon.'
  const { id } = (await ann.upload({ filename: 'a.txt', parent_id, content, ...asLease() })).body
    .data
  await setValues(ann, id, { Reference: 'Iban ES9121000418' })
  await indexAll()
  const token = await sharing.share(parent_id)
  const guest = t.anonymous()
  const searchAsGuest = async (query: string): Promise<Hit[]> =>
    (await guest.send('GET', `/api/sharing/search/${token}?query=${query}`)).body.data
  for (const query of ['iban', 'ES9121', 'ferry iban']) {
    expect(await searchNames(ann, query)).toEqual(['a.txt'])
    expect(await searchAsGuest(query)).toEqual([])
  }
  const [hit] = await searchAsGuest('ferry')
  expect(hit?.meta.snippet?.text).toBe(content)
})

it('boolean values are not searchable', async () => {
  const ann = await t.signIn()
  await setValues(ann, await upload(ann, 'signed.txt'), { Signed: true })
  await indexAll()
  expect(await searchNames(ann, 'true')).toEqual([])
})

it('the index follows values that are changed, cleared or deleted with the type', async () => {
  const ann = await t.signIn()
  const id = await upload(ann, 'follow.txt')
  await setValues(ann, id, { Reference: 'heron' })
  await indexAll()
  expect(await searchNames(ann, 'heron')).toEqual(['follow.txt'])
  await setValues(ann, id, { Reference: 'gannet' })
  await indexAll()
  expect(await searchNames(ann, 'heron')).toEqual([])
  expect(await searchNames(ann, 'gannet')).toEqual(['follow.txt'])
  await setValues(ann, id, { Reference: null })
  await indexAll()
  expect(await searchNames(ann, 'gannet')).toEqual([])
  await setValues(ann, id, { Reference: 'puffin' })
  await ann.send('PATCH', `/api/items/${id}/document`, { tipo_id: null })
  await indexAll()
  expect(await searchNames(ann, 'puffin')).toEqual([])
})

it('finds a file by its text, its values, and both together', async () => {
  const ann = await t.signIn()
  await setValues(ann, await upload(ann, 'both.txt', 'The ferry leaves at noon.'), {
    Reference: 'curlew',
  })
  await indexAll()
  for (const query of ['ferry', 'curlew', 'ferry curlew'])
    expect(await searchNames(ann, query)).toEqual(['both.txt'])
  const [hit] = await search(ann, { query: 'ferry' })
  expect(hit?.meta.snippet?.text).toContain('The ferry')
})

it('finds folders first and copies by their values', async () => {
  const ann = await t.signIn()
  const made = await ann.send('POST', '/api/create-folder', { name: 'Archive', ...asLease() })
  await setValues(ann, made.body.data.id, { Reference: 'dunlin' })
  const id = await upload(ann, 'newer.txt')
  await setValues(ann, id, { Reference: 'dunlin' })
  await indexAll()
  expect(await searchNames(ann, 'dunlin')).toEqual(['Archive', 'newer.txt'])
  expect(await search(ann, { query: 'dunlin', type: 'folder' })).toHaveLength(1)
  expect(await search(ann, { query: 'dunlin', type: 'file' })).toHaveLength(1)
  await ann.send('POST', '/api/copy', { to_id: null, items: [{ id, type: 'file' }] })
  await indexAll()
  expect(await searchNames(ann, 'dunlin')).toHaveLength(3)
})

it('filters by document type and subcategory, with and without words', async () => {
  const ann = await t.signIn()
  const bob = await t.signIn()
  const admin = await t.signIn('admin')
  const message = await makeLease(admin, 'Letter')
  await upload(ann, 'harbour-lease.txt')
  await ann.upload({ filename: 'harbour-contract.txt', tipo_id: lease.typeId })
  await ann.upload({ filename: 'harbour-letter.txt', tipo_id: message.typeId })
  await ann.upload({ filename: 'harbour.txt' })
  await ann.send('POST', '/api/create-folder', { name: 'Harbour', ...asLease() })
  await upload(bob, 'harbour-bobs.txt')
  await indexAll()
  const names = async (query: Record<string, string>) =>
    (await search(ann, query)).map(hit => hit.attributes.name).sort()
  const contracts = ['Harbour', 'harbour-contract.txt', 'harbour-lease.txt']
  const ofType = { document_type: lease.typeId }
  const ofLease = { subcategory: lease.subcategoryId }
  expect(await names(ofType)).toEqual(contracts)
  expect(await names({ query: 'harbour', ...ofType })).toEqual(contracts)
  expect(await names({ query: 'contract', ...ofType })).toEqual(['harbour-contract.txt'])
  expect(await names({ query: 'harbour', ...ofType, ...ofLease })).toEqual([
    'Harbour',
    'harbour-lease.txt',
  ])
  expect(await names({ ...ofLease, type: 'file' })).toEqual(['harbour-lease.txt'])
  expect(await names({ document_type: message.typeId, ...ofLease })).toEqual([])
  const invalid = await ann.send('GET', '/api/search?document_type=contract')
  expect(invalid.status).toBe(422)
})
