import { items, MAX_FOLDER_DEPTH, trash } from '@coffer/contract'
import { expect, it } from 'vitest'
import { openTestApp } from './open-test-app.ts'

const t = await openTestApp()

// P4
it('a path of maximum depth can be listed, copied, removed, restored and deleted', async () => {
  const ann = await t.signIn()
  const path = [
    ...Array.from({ length: MAX_FOLDER_DEPTH }, (_, level) => `l${level}`),
    'deep.txt',
  ].join('/')
  const { status, body } = await ann.upload({ filename: 'deep.txt', path, content: 'deep' })
  expect(status).toBe(201)
  const parent = body.data.attributes.parent_id
  expect(await ann.names(parent)).toEqual(['deep.txt'])
  const [top] = (await ann.send('GET', '/api/browse/folders/all')).body.data
  const refs = [{ id: top.id, type: 'folder' as const }]
  await ann.call(items.copyItems, { body: { to_id: null, items: refs } })
  expect((await t.storage(ann.userId)).used_bytes).toBe(8)
  await ann.call(trash.removeItems, { body: { items: refs } })
  await ann.call(trash.restoreItems, { body: { items: refs } })
  expect(await ann.names(parent)).toEqual(['deep.txt'])
  await ann.call(trash.removeItems, { body: { items: refs } })
  const permanently = refs.map(ref => ({ ...ref, force_delete: true }))
  await ann.call(trash.removeItems, { body: { items: permanently } })
  const remaining = await ann.send('GET', '/api/browse/trash/all')
  expect([(await t.storage(ann.userId)).used_bytes, remaining.body.data]).toEqual([4, []])
})
