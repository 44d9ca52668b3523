import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

interface Listed {
  id: string
  type: string
  attributes: { name: string }
}
const page = (client: TestClient, id: string, query = '') =>
  client.send('GET', `/api/browse/folders/${id}${query}`)
const namesOf = (body: { data: Listed[] }) => body.data.map(item => item.attributes.name)
describe('a listing', () => {
  it('shows folders before files, each sorted, without gaps or duplicates across pages', async () => {
    const ann = await t.signIn()
    for (let number = 0; number < 60; number += 1) await folder(ann, `Folder ${number}`)
    await seedFiles(t.deps, ann.userId, 70)
    const pages = [1, 2, 3, 4].map(number =>
      page(ann, 'all', `?sort=name&direction=ASC&page=${number}`),
    )
    const bodies = (await Promise.all(pages)).map(reply => reply.body)
    const all = bodies.flatMap(body => body.data as Listed[])
    expect(all.map(item => item.type)).toEqual([
      ...Array(60).fill('folder'),
      ...Array(70).fill('file'),
    ])
    expect(new Set(all.map(item => item.id)).size).toBe(130)
    expect(namesOf(bodies[0]).slice(0, 3)).toEqual(['Folder 0', 'Folder 1', 'Folder 2'])
    expect(bodies.map(body => body.meta.paginate)).toEqual([
      { currentPage: 1, lastPage: 3, perPage: 50, from: 1, to: 50, total: 130 },
      { currentPage: 2, lastPage: 3, perPage: 50, from: 51, to: 100, total: 130 },
      { currentPage: 3, lastPage: 3, perPage: 50, from: 101, to: 130, total: 130 },
      { currentPage: 4, lastPage: 3, perPage: 50, from: 0, to: 0, total: 130 },
    ])
  })

  it('returns as many items per page as requested, up to 200', async () => {
    const ann = await t.signIn()
    await folder(ann, 'Folder')
    await seedFiles(t.deps, ann.userId, 210)
    const first = await page(ann, 'all', '?per_page=200')
    const second = await page(ann, 'all', '?per_page=200&page=2')
    expect([first.body.data.length, second.body.data.length]).toEqual([200, 11])
    expect(second.body.meta.paginate).toEqual({
      currentPage: 2,
      lastPage: 2,
      perPage: 200,
      from: 201,
      to: 211,
      total: 211,
    })
    expect((await page(ann, 'all', '?per_page=7&page=3')).body.data).toHaveLength(7)
    for (const size of ['0', '201', 'many'])
      expect((await page(ann, 'all', `?per_page=${size}`)).status).toBe(422)
  })

  it.each([
    '/api/browse/all-folders/all',
    '/api/browse/latest',
    '/api/browse/share',
    '/api/browse/trash/all',
    '/api/browse/navigation',
    '/api/filter',
    '/api/teams/folders/all',
    '/api/teams/shared-with-me/all',
    '/api/upload-requests',
    '/api/search',
  ])('accepts a page size at %s', async path => {
    const ann = await t.signIn()
    expect((await ann.send('GET', `${path}?per_page=200`)).status).toBe(200)
    expect((await ann.send('GET', `${path}?per_page=201`)).status).toBe(422)
  })

  it('treats an empty parameter like a missing one', async () => {
    const ann = await t.signIn()
    for (const path of [
      '/api/filter?user=&custom=&from=&to=&page=1',
      '/api/teams/folders/all?sort=&direction=&page=',
    ])
      expect((await ann.send('GET', path)).status).toBe(200)
  })

  it('sorts newest first by default and rejects unknown columns', async () => {
    const ann = await t.signIn()
    for (const filename of ['b.txt', 'a.txt', 'c.txt'])
      await ann.upload({ filename, content: filename.repeat(filename.charCodeAt(0) - 96) })
    expect(namesOf((await page(ann, 'all')).body)).toEqual(['c.txt', 'a.txt', 'b.txt'])
    expect(namesOf((await page(ann, 'all', '?sort=name&direction=asc')).body)).toEqual([
      'a.txt',
      'b.txt',
      'c.txt',
    ])
    expect(namesOf((await page(ann, 'all', '?sort=size&direction=DESC')).body)).toEqual([
      'c.txt',
      'b.txt',
      'a.txt',
    ])
    expect((await page(ann, 'all', '?sort=owner_id;drop table items')).status).toBe(422)
    expect((await page(ann, 'all', '?page=0')).status).toBe(422)
  })

  it('returns the folders above a folder', async () => {
    const ann = await t.signIn()
    const outer = await folder(ann, 'Outer')
    const middle = await folder(ann, 'Middle', outer.id)
    const inner = await folder(ann, 'Inner', middle.id)
    const { meta } = (await page(ann, inner.id)).body
    expect(meta.root).toMatchObject({ id: inner.id, attributes: { parent_id: middle.id } })
    expect(meta.ancestors.map((crumb: { name: string }) => crumb.name)).toEqual(['Outer', 'Middle'])
    expect((await page(ann, 'all')).body.meta).toMatchObject({ root: null, ancestors: [] })
  })

  it('takes three statements in a folder of 10,000 items as in one of 10', async () => {
    const ann = await t.signIn()
    const few = await folder(ann, 'Few')
    const many = await folder(ann, 'Many')
    await seedFiles(t.deps, ann.userId, 10, few.id)
    await seedFiles(t.deps, ann.userId, 10_000, many.id)
    for (const { id } of [few, many]) await folder(ann, 'Inner', id)
    for (const { id } of [few, many]) {
      const statements = await t.countQueries(() => page(ann, id))
      expect(statements.length).toBeLessThanOrEqual(3)
    }
  })

  it.each(['sort=name&direction=ASC', 'sort=created_at&direction=DESC'])(
    'reads each page of a long folder in the same order, by %s',
    async order => {
      const ann = await t.signIn()
      const { id } = await folder(ann, 'Long')
      for (let number = 0; number < 13; number += 1) await folder(ann, `Inner ${number}`, id)
      await seedFiles(t.deps, ann.userId, 60, id)
      const idsOf = async (query: string) =>
        (await page(ann, id, `?${order}&${query}`)).body.data.map((item: Listed) => item.id)
      const all = await idsOf('per_page=200')
      const pages = []
      for (let number = 1; number <= 10; number += 1)
        pages.push(...(await idsOf(`per_page=8&page=${number}`)))
      expect(all).toHaveLength(73)
      expect(pages).toEqual(all)
    },
  )

  it('answers for a folder of another user as for one that does not exist', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const { id } = await folder(ann, 'Private')
    const hidden = await page(eve, id)
    const missing = await page(eve, randomUUID())
    const home = await page(eve, ann.userId)
    for (const reply of [hidden, home])
      expect({ ...reply.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
    expect(hidden.status).toBe(404)
  })

  it.each(['x', '__proto__', "1' or '1'='1", '../all'])('rejects the id %j', async id => {
    const ann = await t.signIn()
    expect((await page(ann, encodeURIComponent(id))).status).toBe(404)
  })
})
