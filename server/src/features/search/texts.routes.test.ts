import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { zipOf } from '../../../test/zip-of.ts'
import { indexWaiting } from './index.ts'

const t = await openTestApp()

/** Reads what was uploaded, and indexes what was read. */
async function settle(): Promise<void> {
  await indexWaiting(t.deps)
  await t.runJobs()
  await indexWaiting(t.deps)
}
const find = async (client: Awaited<ReturnType<TestApp['signIn']>>, query: string) =>
  (await client.send('GET', `/api/search?${new URLSearchParams({ query })}`)).body.data

it('a file is found by its text, with a piece of it, after what is found by name', async () => {
  const ann = await t.signIn()
  const eve = await t.signIn()
  const content = `${'Some words before. '.repeat(40)}The Málaga ferry leaves at noon.`
  await ann.upload({ filename: 'notes.txt', content })
  await ann.upload({ filename: 'malaga.txt', content: 'nothing' })
  await settle()
  const hits = await find(ann, 'malaga')
  expect(hits.map((hit: { meta: { fit: string } }) => hit.meta.fit)).toEqual(['exact', 'text'])
  const { text, marks } = hits[1].meta.snippet
  expect(marks.map(([from, to]: [number, number]) => text.slice(from, to))).toEqual(['Málaga'])
  expect(await find(ann, 'notes ferr')).toHaveLength(1)
  expect(await find(ann, 'ferry plane')).toEqual([])
  expect(await find(eve, 'ferry')).toEqual([])
})

it('a renamed file keeps its text, and one with another content has the new one', async () => {
  const ann = await t.signIn()
  const { body } = await ann.upload({ filename: 'a.txt', content: 'zebra' })
  await settle()
  await ann.send('PATCH', `/api/rename/${body.data.id}`, { name: 'b.txt', type: 'file' })
  await settle()
  expect(await find(ann, 'zebra')).toMatchObject([{ attributes: { name: 'b.txt' } }])
  await ann.upload({ filename: 'b.txt', content: 'giraffe', on_conflict: 'replace' })
  await settle()
  expect(await find(ann, 'zebra')).toEqual([])
  expect(await find(ann, 'giraffe')).toHaveLength(1)
  await ann.send('POST', '/api/remove', { items: [{ id: body.data.id, type: 'file' }] })
  expect(await find(ann, 'giraffe')).toEqual([])
})

it('a content that can’t be read costs nothing but its text', async () => {
  const ann = await t.signIn()
  await ann.upload({ filename: 'broken.pdf', content: '%PDF-1.4 and nothing else' })
  const entities = '<!DOCTYPE x [<!ENTITY e "boom">]><w:t>&e;</w:t>'
  const bad = new Uint8Array(
    zipOf({ '[Content_Types].xml': '<x/>', 'word/document.xml': entities }),
  )
  await ann.upload({ filename: 'bad.docx', content: bad })
  await settle()
  expect(await find(ann, 'broken')).toHaveLength(1)
  expect(await find(ann, 'bad')).toHaveLength(1)
  expect(await find(ann, 'boom')).toEqual([])
})
