// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { expect, test, vi } from 'vitest'
import { click, find, setUpRendering, show, stubCalls, useConfig } from '../../../test/render.tsx'
import { TransferItems } from './transfer-items.tsx'
import type { FolderState } from './use-folder.ts'

setUpRendering()

test('a team folder that could not be loaded can be loaded again', async () => {
  await useConfig({})
  const calls = stubCalls()
  const files = { me: 'ben', closeDialog: vi.fn() } as unknown as FolderState
  const item = {
    id: 'i',
    type: 'file',
    attributes: { name: 'Plan', team_id: 't', parent_id: 't' },
    relationships: { owner: { data: { id: 'ann' } } },
  } as Item
  await show(<TransferItems files={files} how="move" picked={{ items: [item], bulk: null }} />)
  const requests = () => calls.filter(({ path }) => path.endsWith('/items/t'))
  await requests()[0]?.answer(500, {})
  await click(find('[role="alert"] button'))
  const attributes = { name: 'Boats', emoji: null, color: null, items: 2 }
  await requests()[1]?.answer(200, { data: { id: 't', attributes } })
  expect(find('[role="treeitem"]').textContent).toContain('Boats')
})
