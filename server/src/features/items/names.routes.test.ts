import { expect, it } from 'vitest'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'

const t = await openTestApp()

// P3
it('numbers a taken name regardless of case', async () => {
  const ann = await t.signIn()
  await folder(ann, 'Trips')
  const second = await folder(ann, 'trips')
  const third = await folder(ann, 'Trips')
  expect([second.attributes.name, third.attributes.name]).toEqual(['trips (2)', 'Trips (3)'])
})

it('numbers the folder of a path with as many queries for 40 taken names as for two', async () => {
  const ann = await t.signIn()
  const queriesFor = async (count: number) => {
    const parent_id = (await folder(ann, `Taken ${count}`)).id
    for (let file = 0; file < count; file += 1) await ann.upload({ filename: 'box', parent_id })
    const send = () => ann.upload({ filename: 'x.txt', path: 'box/x.txt', parent_id })
    const queries = await t.countQueries(send)
    // Later files of the same path find the same folder.
    await send()
    expect(await ann.names(parent_id)).toContain(`box (${count + 1})`)
    expect(await ann.names(parent_id)).not.toContain(`box (${count + 2})`)
    return queries.length
  }
  const forTwo = await queriesFor(2)
  expect((await queriesFor(40)) - forTwo).toBeLessThan(10)
})

// P3
it('treats two Unicode spellings of the same letters as one name', async () => {
  const ann = await t.signIn()
  await folder(ann, 'Ca\u0301diz')
  expect((await folder(ann, 'C\u00e1diz')).attributes.name).toBe('C\u00e1diz (2)')
})

// P1
// P2
// P4
it.each([
  ['..', 'dots'],
  ['.', 'dots'],
  ['a/b', 'a slash'],
  ['../x', 'a way up'],
  ['....//', 'a disguised parent path'],
  ['/etc/passwd', 'a path'],
  ['a\u0000b', 'NUL'],
  ['a\r\nb', 'line breaks'],
  ['a\tb', 'a tab'],
  ['a\u001b[31mb', 'an escape'],
  ['a\u0085b', 'a control character of the upper half'],
  ['   ', 'only spaces'],
  ['', 'nothing'],
  ['é'.repeat(150), '300 bytes'],
  ['😀'.repeat(255), '255 emoji'],
  ['a'.repeat(4096), '4 KB'],
  ['\ud800', 'half a character'],
])('rejects %.20j: %s', async name => {
  const ann = await t.signIn()
  const reply = await ann.send('POST', '/api/create-folder', { name })
  expect(reply.status).toBe(422)
  expect(reply.body).toMatchObject({
    code: 'request.invalid',
    errors: { name: [expect.any(String)] },
  })
  expect(await ann.names()).toEqual([])
})

// P1
// P2
// P3
// P4
it.each([
  'CON',
  'aux.c',
  'a.txt.',
  '😀😀',
  '\u202eexe.txt',
  'a\u200bb',
  '\ufeffnotes',
  '..\\x',
  'C:\\x',
  '\\\\host\\x',
  '..%2fx',
  '%2e%2e',
  '~',
  'a'.repeat(255),
  '😀'.repeat(63),
])('stores %.20j as plain data', async name => {
  const ann = await t.signIn()
  await folder(ann, name)
  expect(await ann.names()).toEqual([name])
})

// P2
it('rejects bytes that are not text', async () => {
  const ann = await t.signIn()
  const body = Buffer.from('{"name":"a\u00ffb"}', 'latin1')
  const headers = { 'content-type': 'application/json' }
  await ann.fetch('/api/create-folder', { method: 'POST', headers, body })
  expect(await ann.names()).toEqual(['a\ufffdb'])
})

// P3
it('treats a dotted capital I as equal to its own lowercase form only', async () => {
  const ann = await t.signIn()
  for (const name of ['i', '\u0130', 'i\u0307']) await folder(ann, name)
  expect((await ann.names()).sort()).toEqual(['i', 'i\u0307 (2)', '\u0130'])
})
