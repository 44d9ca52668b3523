// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { expect, test } from 'vitest'
import { settle, setUpRendering, show, stubCalls } from '../../../test/render.tsx'
import { ItemMore } from './item-more.tsx'

setUpRendering()

const fileOf = (id: string) =>
  ({
    id,
    type: 'file',
    attributes: { name: id, tipo_id: null, updated_at: '2026-01-01T00:00:00Z', versions: 1 },
    meta: { can: { download: true } },
  }) as Item

const version = {
  id: '1',
  attributes: { is_current: false, created_at: '2026-01-01T00:00:00Z', size_bytes: 111 },
  relationships: { creator: { data: null } },
}

test('the versions of one file are not shown for the next one', async () => {
  const calls = stubCalls()
  const select = async (id: string) => {
    await show(<ItemMore item={fileOf(id)} me="" cache={{} as never} />)
    await expect.poll(() => calls.find(({ path }) => path.includes(`/${id}/`))).toBeDefined()
  }
  await select('a')
  await calls.find(({ path }) => path.includes('/a/'))?.answer(200, { data: [version] })
  expect(document.body.textContent).toContain('111')
  await select('b')
  await settle()
  expect(document.body.textContent).not.toContain('111')
})
