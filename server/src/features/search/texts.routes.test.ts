import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { zipOf } from '../../../test/zip-of.ts'
import { AppError } from '../../errors.ts'
import { findTexts } from './candidates.repository.ts'
import { indexQueuedItems, refreshTokens } from './index.ts'

const t = await openTestApp()

/** Extracts texts of uploads and indexes everything. */
async function indexAll(): Promise<void> {
  await indexQueuedItems(t.deps)
  await t.runJobs()
  await indexQueuedItems(t.deps)
}
const search = async (client: Awaited<ReturnType<TestApp['signIn']>>, query: string) =>
  (await client.send('GET', `/api/search?${new URLSearchParams({ query })}`)).body.data

it('finds a file by its text with a snippet, after matches by name', async () => {
  const ann = await t.signIn()
  const eve = await t.signIn()
  const content = `${'Some words before. '.repeat(40)}The Málaga ferry leaves at noon.`
  await ann.upload({ filename: 'notes.txt', content })
  await ann.upload({ filename: 'malaga.txt', content: 'nothing' })
  await indexAll()
  const hits = await search(ann, 'malaga')
  expect(hits.map((hit: { meta: { fit: string } }) => hit.meta.fit)).toEqual(['exact', 'text'])
  const { text, marks } = hits[1].meta.snippet
  expect(marks.map(([from, to]: [number, number]) => text.slice(from, to))).toEqual(['Málaga'])
  expect(await search(ann, 'notes ferr')).toHaveLength(1)
  expect(await search(ann, 'ferry plane')).toEqual([])
  expect(await search(eve, 'ferry')).toEqual([])
})

it('reads only as much of a text as a snippet needs', async () => {
  const ann = await t.signIn()
  const { body } = await ann.upload({ filename: 'long.txt', content: 'The ferry to Harwich' })
  await indexAll()
  const texts = await findTexts(t.deps.db, [body.data.id], { hasValues: true, maxLength: 9 })
  expect([...texts.values()]).toEqual(['The ferry'])
})

it('a renamed file keeps its text, and a replaced file has the new one', async () => {
  const ann = await t.signIn()
  const { body } = await ann.upload({ filename: 'a.txt', content: 'zebra' })
  await indexAll()
  await ann.send('PATCH', `/api/rename/${body.data.id}`, { name: 'b.txt', type: 'file' })
  await indexAll()
  expect(await search(ann, 'zebra')).toMatchObject([{ attributes: { name: 'b.txt' } }])
  await ann.upload({ filename: 'b.txt', content: 'giraffe', on_conflict: 'replace' })
  await indexAll()
  expect(await search(ann, 'zebra')).toEqual([])
  expect(await search(ann, 'giraffe')).toHaveLength(1)
  await ann.send('POST', '/api/remove', { items: [{ id: body.data.id, type: 'file' }] })
  expect(await search(ann, 'giraffe')).toEqual([])
})

/** Han characters without spaces between them, different in each run. */
const hanOf = (length: number, seed: number) =>
  String.fromCharCode(
    ...Array.from(
      { length },
      (_, at) => 0x4e00 + ((seed * 7919 + at * at * 31 + at * 13) % 20_000),
    ),
  )

it('finds a text whose words exceed what the index holds', async () => {
  const ann = await t.signIn()
  const runs = Array.from({ length: 500 }, (_, seed) => hanOf(40, seed))
  // The index orders words, and its last ones exceed its size first.
  await ann.upload({ filename: 'long.txt', content: ['鿕鿕鿕', ...runs].join(' ') })
  await indexAll()
  expect(await search(ann, '鿕鿕鿕')).toMatchObject([{ meta: { fit: 'text' } }])
})

it('finds any word of a text in a script without spaces', async () => {
  const ann = await t.signIn()
  const content = `${hanOf(100, 1)}银行${hanOf(100, 2)}，ภาษาไทย${'ก'.repeat(60)}ธนาคาร`
  await ann.upload({ filename: 'bank.txt', content })
  await indexAll()
  for (const word of ['银行', '银', 'ธนาคาร'])
    expect(await search(ann, word)).toMatchObject([{ attributes: { name: 'bank.txt' } }])
})

it('finds words behind ten thousand characters of a script without spaces', async () => {
  const ann = await t.signIn()
  await ann.upload({ filename: 'novel.txt', content: `${hanOf(10_000, 3)}龘靐齉` })
  await indexAll()
  expect(await search(ann, '龘靐')).toMatchObject([{ attributes: { name: 'novel.txt' } }])
})

it('finds all words of a line without spaces', async () => {
  const ann = await t.signIn()
  const columns = Array.from({ length: 60 }, (_, at) => `c${at}`)
  await ann.upload({ filename: 'table.csv', content: [...columns, 'quokka'].join(',') })
  await indexAll()
  expect(await search(ann, 'quokka')).toMatchObject([{ attributes: { name: 'table.csv' } }])
})

it('finds texts of before a change of the rules by the words that they lacked', async () => {
  const ann = await t.signIn()
  const { db } = t.deps
  await ann.upload({ filename: 'old.txt', content: 'wombat' })
  await indexAll()
  await db.updateTable('search_texts').set({ tokens: '-w' }).where('text', '=', 'wombat').execute()
  const text = db.selectFrom('search_texts').select('blob_id').where('text', '=', 'wombat')
  await db.insertInto('search_stale_texts').columns(['blob_id']).expression(text).execute()
  await sql`insert into search_queue (item_id) select id from items where name = 'old.txt'`.execute(
    db,
  )
  await indexAll()
  expect(await search(ann, 'wombat')).toEqual([])
  await refreshTokens(t.deps)
  await indexAll()
  expect(await search(ann, 'wombat')).toHaveLength(1)
  expect(await db.selectFrom('search_stale_texts').selectAll().execute()).toEqual([])
})

it('finds the text of a file that was in the trash while it was read', async () => {
  const ann = await t.signIn()
  const { body } = await ann.upload({ filename: 'trip.txt', content: 'numbat' })
  const items = [{ id: body.data.id, type: 'file' }]
  await indexQueuedItems(t.deps)
  await ann.send('POST', '/api/remove', { items })
  await t.runJobs()
  await ann.send('POST', '/api/trash/restore', { items })
  await indexAll()
  expect(await search(ann, 'numbat')).toMatchObject([{ attributes: { name: 'trip.txt' } }])
})

it('files without readable text are still found by name', async () => {
  const ann = await t.signIn()
  await ann.upload({ filename: 'broken.pdf', content: '%PDF-1.4 and nothing else' })
  const entities = '<!DOCTYPE x [<!ENTITY e "boom">]><w:t>&e;</w:t>'
  const bad = new Uint8Array(
    zipOf({ '[Content_Types].xml': '<x/>', 'word/document.xml': entities }),
  )
  await ann.upload({ filename: 'bad.docx', content: bad })
  await indexAll()
  expect(await search(ann, 'broken')).toHaveLength(1)
  expect(await search(ann, 'bad')).toHaveLength(1)
  expect(await search(ann, 'boom')).toEqual([])
})

it('a file has its text after an hour in which its contents could not be read', async () => {
  const ann = await t.signIn()
  await ann.upload({ filename: 'trip.txt', content: 'ostrich' })
  const { blobs } = t.deps
  const asFile = vi.spyOn(blobs, 'asFile').mockRejectedValue(new AppError('storage.unavailable'))
  await indexAll()
  for (let minutes = 0; minutes < 60; minutes += 10) {
    await t.jobsLater(600_000)
    await indexAll()
  }
  asFile.mockRestore()
  await t.jobsLater(1_800_000)
  await indexAll()
  expect(await search(ann, 'ostrich')).toMatchObject([{ attributes: { name: 'trip.txt' } }])
})
