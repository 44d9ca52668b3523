import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { items, trash } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { file, folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import { seedNesting } from '../../../test/seed-nesting.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import {
  addressOf,
  download,
  namesIn,
  run,
  seedZipFolder,
  sha,
  textIn,
  unpacked,
} from '../../../test/zips.ts'

const t = await openTestApp()

// W4
it('an archive holds folders, empty ones too, and every byte, and its length is known in advance', async () => {
  const ann = await t.signIn()
  const { top, expected } = await seedZipFolder(ann)
  const { status, headers, body } = await download(ann, addressOf([top]))
  expect(status).toBe(200)
  expect(headers.get('content-length')).toBe(String(body.length))
  expect(headers.get('content-type')).toBe('application/zip')
  expect(headers.get('content-disposition')).toContain(encodeURIComponent('Häfen & Boote.zip'))
  expect(await unpacked(body)).toEqual(expected)
})

/**
 * Folders of the same name from several parents, each with files in many scripts and an empty
 * folder.
 */
async function hundreds(client: TestClient) {
  const first = await seedZipFolder(client)
  const names = Array.from(
    { length: 24 },
    (_, index) => `${SCRIPTS[index % SCRIPTS.length]}-${index}.txt`,
  )
  for (const name of names) await file(client, name, first.inner.id)
  const sameNamed = [first.top]
  for (const parentName of ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k']) {
    const to = await folder(client, parentName)
    const { body } = await client.call(items.copyItems, {
      body: { to_id: to.id, items: [first.top] },
    })
    sameNamed.push(...body.meta.created)
  }
  const inner = names.map(name => [`innen/${name.normalize('NFC')}`, sha(name)])
  const all = {
    ...first.expected,
    ...Object.fromEntries(inner.map(([name, hash]) => [`Häfen & Boote/${name}`, hash])),
  }
  const expected = sameNamed.flatMap((_, index) =>
    Object.entries(all).map(([name, hash]) => [
      index === 0 ? name : name.replace('Boote', `Boote (${index + 1})`),
      hash,
    ]),
  )
  return { sameNamed, expected: Object.fromEntries(expected) }
}
const SCRIPTS = ['größe', '数字', 'файл', 'ملف', '🎈', 'e\u0301', 'नमस्ते', 'plain']

// Z1
it('an archive of hundreds of entries keeps them apart in every script', async () => {
  const ann = await t.signIn()
  const { sameNamed, expected } = await hundreds(ann)
  expect(Object.keys(expected)).toHaveLength(319)
  expect(await unpacked((await download(ann, addressOf(sameNamed))).body)).toEqual(expected)
})

describe.each([
  ['unzip', ['-tq']],
  ['7z', ['t']],
])('%s', (program, args) => {
  // Z1
  it('accepts an archive of hundreds of entries', async context => {
    const ann = await t.signIn()
    const { sameNamed } = await hundreds(ann)
    const path = join(t.folder, `${program}.zip`)
    await writeFile(path, (await download(ann, addressOf(sameNamed))).body)
    const done = await run(program, [...args, path]).catch(error => {
      if (error.code === 'ENOENT') return context.skip(`${program} is not installed here`)
      throw error
    })
    expect(done.stdout).toMatch(/No errors detected|Everything is Ok/)
  })
})

// Z5
it('several items make one archive in which each name is unique', async () => {
  const ann = await t.signIn()
  const a = await folder(ann, 'a')
  const b = await folder(ann, 'b')
  const same = [await file(ann, 'same.txt', a.id, '1'), await file(ann, 'Same.txt', b.id, '2')]
  const unsafeName = await file(ann, 'back\\slash:.txt', a.id, '3')
  const chosen = [...same, unsafeName, ...same]
  const { headers, body } = await download(ann, addressOf(chosen))
  expect(headers.get('content-disposition')).toContain('files.zip')
  expect(await unpacked(body)).toEqual({
    'same.txt': sha('1'),
    'Same (2).txt': sha('2'),
    'back_slash_.txt': sha('3'),
  })
  const inside = await download(ann, addressOf([a, ...same]))
  expect((await namesIn(inside.body)).sort()).toEqual(
    ['Same.txt', 'a/', 'a/back_slash_.txt', 'a/same.txt'].sort(),
  )
})

it('a bulk selection omits the exceptions and the folder itself', async () => {
  const ann = await t.signIn()
  const { top, inner } = await seedZipFolder(ann)
  const query = (more: Record<string, string>) => `/api/zip?${new URLSearchParams(more)}`
  const some = await download(ann, query({ select_all_in: top.id, except: inner.id }))
  expect(await namesIn(some.body)).toEqual(['größe-数.txt'])
  const all = await download(ann, query({ select_all_in: 'all' }))
  expect(await namesIn(all.body)).toContain('Häfen & Boote/innen/leer/')
  expect(all.headers.get('content-disposition')).toContain('files.zip')
})

it('trashed items are not included', async () => {
  const ann = await t.signIn()
  const { top, inner } = await seedZipFolder(ann)
  await ann.call(trash.removeItems, { body: { items: [inner] } })
  const { body } = await download(ann, addressOf([top]))
  expect(await namesIn(body)).toEqual(['Häfen & Boote/', 'Häfen & Boote/größe-数.txt'])
  expect((await ann.send('GET', addressOf([inner]))).status).toBe(404)
})

it('HEAD returns the length without a body', async () => {
  const ann = await t.signIn()
  const { top } = await seedZipFolder(ann)
  const response = await ann.fetch(addressOf([top]), { method: 'HEAD' })
  const { body } = await download(ann, addressOf([top]))
  expect(response.headers.get('content-length')).toBe(String(body.length))
  expect((await response.arrayBuffer()).byteLength).toBe(0)
})

it('a folder of many small folders needs few statements', async () => {
  const ann = await t.signIn()
  const top = await folder(ann, 'top')
  for (let number = 0; number < 30; number += 1) {
    const child = await folder(ann, `below ${number}`, top.id)
    await seedFiles(t.deps, ann.userId, 3, child.id)
  }
  const queries = await t.countQueries(() => download(ann, addressOf([top])))
  expect(queries.filter(sql => sql.includes('from "items"')).length).toBeLessThan(8)
})

const trafficOf = async ({ userId }: TestClient) => {
  const traffic = t.deps.db.selectFrom('traffic').where('user_id', '=', userId)
  const row = await traffic.select('download_bytes').executeTakeFirst()
  return Number(row?.download_bytes ?? 0)
}

it('counts the sent bytes as the owner’s traffic', async () => {
  const ann = await t.signIn()
  const { top } = await seedZipFolder(ann)
  const { body } = await download(ann, addressOf([top]))
  await expect.poll(() => trafficOf(ann)).toBe(body.length)
  await download(ann, addressOf([top]), { range: 'bytes=0-99' })
  await expect.poll(() => trafficOf(ann)).toBe(body.length + 100)
})

it('counts the sent bytes as the traffic of each owner', async () => {
  const ann = await t.signIn()
  const ben = await t.signIn()
  const team = await makeTeamWith(ann, 'Team', [[ben, 'can_view']])
  const annsFile = await file(ann, 'a.txt', team.id, 'x')
  const bensFolder = await folder(ben, 'Large')
  await file(ben, 'b.txt', bensFolder.id, 'y'.repeat(300_000))
  const bensFile = await file(ben, 'c.txt', null, 'y'.repeat(200_000))
  const { body } = await download(ben, addressOf([bensFolder, annsFile, bensFile]))
  const both = async () => (await trafficOf(ann)) + (await trafficOf(ben))
  await expect.poll(both).toBe(body.length)
  const annsBytes = await trafficOf(ann)
  expect(annsBytes).toBeGreaterThan(0)
  expect(annsBytes).toBeLessThan(300)
  const range = `bytes=${body.length - 22}-`
  await download(ben, addressOf([bensFolder, annsFile, bensFile]), { range })
  await expect.poll(both).toBe(body.length + 22)
})

// P4
it('overlong folder paths are shortened, and a list maps them to the original paths', async () => {
  const ann = await t.signIn()
  const top = await folder(ann, 'top')
  await folder(ann, 'long-paths', top.id)
  const outer = await folder(ann, 'outer', top.id)
  const names = Array.from({ length: 260 }, (_, level) => `${level} ${'l'.repeat(250)}`)
  const deepest = await seedNesting(t.deps, ann.userId, names, outer.id)
  await seedFiles(t.deps, ann.userId, 2, deepest)
  const { status, body } = await download(ann, addressOf([top]))
  expect(status).toBe(200)
  const packed = await namesIn(body)
  expect(Math.max(...packed.map(name => Buffer.byteLength(name)))).toBeLessThan(1024)
  const shortPath = packed.find(name => name.endsWith('file-1.txt'))?.slice(0, -'file-1.txt'.length)
  expect(shortPath).toMatch(/^long-paths\/\d+\/258 l+\/259 l+\/$/)
  expect(packed).toContain('top/long-paths/')
  const list = await textIn(body, 'long-paths.txt')
  const moved = (level: number, from: string) =>
    `long-paths/${level / 2}/${names[level]}/\n    ${from}/${names[level]}/\n`
  expect(list).toContain(moved(2, `top/outer/${names[0]}/${names[1]}`))
  expect(list).toContain(moved(258, `long-paths/128/${names[256]}/${names[257]}`))
  const middle = Math.floor(body.length / 2)
  const rest = await download(ann, addressOf([top]), { range: `bytes=${middle}-` })
  expect(rest.body.equals(body.subarray(middle))).toBe(true)
})
