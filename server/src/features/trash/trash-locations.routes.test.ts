import { trash } from '@coffer/contract'
import { expect, it } from 'vitest'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

interface Item {
  id: string
  type: 'folder' | 'file'
  attributes: { name: string }
}

const nameOf = (item: Item): string => item.attributes.name
const file = async (client: TestClient, filename: string, parent_id?: string): Promise<Item> =>
  (await client.upload({ filename, parent_id, content: '0123456789' })).body.data
const remove = (client: TestClient, { id, type }: Pick<Item, 'id' | 'type'>) =>
  client.call(trash.removeItems, { body: { items: [{ id, type }] } })

it('sorts by removal and returns each item’s original location and whether it still exists', async () => {
  const ann = await t.signIn()
  const outer = await folder(ann, 'Outer')
  const inner = await folder(ann, 'Inner', outer.id)
  const old = await file(ann, 'old.txt')
  const fresh = await file(ann, 'new.txt', inner.id)
  await remove(ann, fresh)
  t.advance(1000)
  await remove(ann, old)
  const sorted = async (direction: string) =>
    (await ann.send('GET', `/api/browse/trash/all?sort=deleted_at&direction=${direction}`)).body
      .data
  expect((await sorted('ASC')).map(nameOf)).toEqual(['new.txt', 'old.txt'])
  expect((await sorted('DESC')).map(nameOf)).toEqual(['old.txt', 'new.txt'])
  const origin = async (name: string) =>
    (await sorted('DESC')).find((item: Item) => nameOf(item) === name).meta.origin
  expect(await origin('old.txt')).toEqual({ ancestors: [], is_there: true })
  expect(await origin('new.txt')).toMatchObject({
    ancestors: [{ name: 'Outer' }, { name: 'Inner' }],
    is_there: true,
  })
  await remove(ann, outer)
  expect(await origin('new.txt')).toMatchObject({ is_there: false })
})

it('takes as many statements for a large trash as for a small one', async () => {
  const ann = await t.signIn()
  const list = async () =>
    (await t.countQueries(() => ann.send('GET', '/api/browse/trash/all'))).length
  for (const name of ['a', 'b']) await remove(ann, await folder(ann, name))
  const few = await list()
  const deep = await folder(ann, 'deep')
  for (let index = 0; index < 20; index += 1)
    await remove(ann, await folder(ann, `f${index}`, deep.id))
  expect(await list()).toBe(few)
})

it('restoring returns the folders that items went to', async () => {
  const ann = await t.signIn()
  const stays = await folder(ann, 'Stays')
  const goes = await folder(ann, 'Goes')
  const one = await file(ann, 'one.txt', stays.id)
  const two = await file(ann, 'two.txt', goes.id)
  for (const item of [one, two, goes]) await remove(ann, item)
  const both = { items: [one, two].map(({ id, type }) => ({ id, type })) }
  const { body } = await ann.call(trash.restoreItems, { body: both })
  expect(body.meta.places).toEqual([
    { id: stays.id, name: 'Stays', items: 1 },
    { id: null, name: null, items: 1 },
  ])
})
