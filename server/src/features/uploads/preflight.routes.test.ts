import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { rowsOf } from '../../../test/snapshot.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

interface Entry {
  filename: string
  path?: string
  size?: number
  type?: string
}

async function ask(client: TestClient, entries: readonly Entry[], parent_id: string | null = null) {
  const sized = entries.map(entry => ({ size: 10, ...entry }))
  const body = { parent_id, entries: sized }
  return client.send('POST', '/api/upload/preflight', body)
}

const at = (path: string): Entry => ({ filename: path.split('/').at(-1) ?? '', path })

describe('the preflight', () => {
  it('returns taken names with the existing items', async () => {
    const ann = await t.signIn()
    await ann.upload({ filename: 'Plan one.txt', content: 'four' })
    await ann.upload({ filename: 'deep.txt', path: 'a/b/deep.txt', content: 'x' })
    await ann.upload({ filename: 'gone.txt', content: 'x' })
    const trashedItem = (await ann.send('GET', '/api/browse/folders/all')).body.data.find(
      (item: { attributes: { name: string } }) => item.attributes.name === 'gone.txt',
    )
    await ann.send('POST', '/api/remove', { items: [{ id: trashedItem.id, type: 'file' }] })
    const { status, body } = await ask(ann, [
      { filename: 'new.txt' },
      { filename: 'plan ONE.txt' },
      at('A/b/deep.txt'),
      at('a/other/deep.txt'),
      at('deep.txt'),
      at('gone.txt'),
      { filename: 'a' },
      at('Plan-one.txt/below.txt'),
    ])
    expect(status).toBe(200)
    expect(
      body.data.conflicts.map(
        ({ index, existing }: { index: number; existing: { name: string; type: string } }) => [
          index,
          existing.name,
          existing.type,
        ],
      ),
    ).toEqual([
      [1, 'Plan-one.txt', 'file'],
      [2, 'deep.txt', 'file'],
      [6, 'a', 'folder'],
    ])
    expect(body.data.conflicts[0].existing.size_bytes).toBe(4)
  })

  it('returns rejections with the same errors as the upload', async () => {
    const ann = await t.signIn()
    await t.settings({ upload_limit: 100, mimetypes_blacklist: 'exe,video' })
    const { body } = await ask(ann, [
      { filename: 'good.txt' },
      { filename: 'empty.txt', size: 0 },
      { filename: 'setup.exe' },
      { filename: 'film', type: 'video/mp4' },
      { filename: 'large.txt', size: 101 },
      { filename: '..' },
      at('../x.txt'),
      { filename: 'x.txt', path: 'line\nbreak/x.txt' },
      at(`${'deep/'.repeat(2000)}x.txt`),
    ])
    const single = await ann.upload({ filename: 'large.txt', content: 'x'.repeat(101), size: 101 })
    await t.settings({ upload_limit: 0, mimetypes_blacklist: '' })
    const { refused } = body.data
    expect(refused.map((conflict: { problem: { code: string } }) => conflict.problem.code)).toEqual(
      [
        'upload.empty',
        'upload.type_not_allowed',
        'upload.type_not_allowed',
        'upload.too_large',
        'item.name_invalid',
        'item.name_invalid',
        'item.name_invalid',
        'item.name_invalid',
      ],
    )
    expect(refused[3].problem.title).toBe(single.body.title)
  })

  it('returns the free quota and how many files fit', async () => {
    const ann = await t.signIn()
    const entries = [70, 40, 30].map(size => ({ filename: `${size}.txt`, size }))
    const unlimited = await ask(ann, entries)
    expect(unlimited.body.data).toMatchObject({ needed_bytes: 140, room_bytes: null, fits: 3 })
    await t.limitStorage(ann.userId, 100)
    const limited = await ask(ann, entries)
    expect(limited.body.data).toMatchObject({ needed_bytes: 140, room_bytes: 100, fits: 2 })
  })

  it('changes nothing', async () => {
    const ann = await t.signIn()
    await ann.upload({ filename: 'a.txt' })
    const before = await rowsOf(t.deps.db, ann.userId)
    await ask(ann, [{ filename: 'a.txt' }, at('x/y/z.txt')])
    expect(await rowsOf(t.deps.db, ann.userId)).toEqual(before)
  })

  it('takes a number of queries that depends on the number of names, not on depth', async () => {
    const ann = await t.signIn()
    const flat = Array.from({ length: 400 }, (_, index) => at(`${index}.txt`))
    const deep = at(`${Array.from({ length: 99 }, (_, index) => `f${index}`).join('/')}/x.txt`)
    const count = async (entries: Entry[]) => (await t.countQueries(() => ask(ann, entries))).length
    const queriesForOne = await count([at('1.txt')])
    expect(await count(flat)).toBe(queriesForOne)
    expect(await count([deep])).toBe(queriesForOne)
    expect(await count(Array.from({ length: 4500 }, (_, index) => at(`${index}`)))).toBe(
      queriesForOne + 9,
    )
  })

  it('does not look up names below missing folders', async () => {
    const ann = await t.signIn()
    const count = async (entries: Entry[]) => (await t.countQueries(() => ask(ann, entries))).length
    const many = (below: string) =>
      Array.from({ length: 1800 }, (_, index) => at(`${index}/${below}a.txt`))
    expect(await count(many('x/'.repeat(90)))).toBe(await count(many('x/')))
  })

  it('finds names in folders that are far apart in the manifest', async () => {
    const ann = await t.signIn()
    await ann.upload({ filename: 'here.txt', path: 'far/away/here.txt' })
    const others = Array.from({ length: 1000 }, (_, index) => at(`far/away/${index}.txt`))
    const { body } = await ask(ann, [...others, at('far/away/here.txt')])
    expect(body.data.conflicts.map((conflict: { index: number }) => conflict.index)).toEqual([1000])
  })
})
