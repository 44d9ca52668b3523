// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queries, setUpRendering, showPage, stubCalls, useConfig } from '../../../test/render.tsx'
import { storageQuery, userQuery } from '../../features/account/account.api.ts'
import { navigationQuery } from '../../features/browse/tree.api.ts'
import { dragged } from '../../features/items/dragging.ts'
import { moveSelection } from '../../features/items/selection-transfers.ts'
import { uploads } from '../../features/uploads/uploads.ts'
import { popups } from '../../ui/popups/popup-store.ts'
import { PlatformPanel } from './panel.tsx'

vi.mock('../../features/items/selection-transfers.ts', () => ({ moveSelection: vi.fn() }))

setUpRendering()

const leaf = (id: string, name: string) => ({ id, name, emoji: null, color: null })

const folders = [
  {
    ...leaf('a', 'Year'),
    has_folders: true,
    folders: [{ ...leaf('b', 'Month'), has_folders: false }],
  },
]

const groupOf = (location: string, folders: unknown[]) => ({
  location,
  folders,
  paginate: { total: folders.length },
})

const favourite = {
  id: 'f',
  type: 'folder',
  attributes: { name: 'Plans', parent_id: 'not-loaded', team_id: 't' },
  relationships: { owner: { data: { id: 'ann' } } },
  meta: { can: { add: true, download: true } },
}

beforeEach(async () => {
  stubCalls()
  await useConfig({ subscriptionType: 'none' })
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  vi.spyOn(uploads(), 'drop').mockReset().mockResolvedValue([])
  popups.set([])
  queries.setQueryData(userQuery.queryKey, {
    id: 'ben',
    attributes: { storage: { used_bytes: 1, capacity_bytes: 1 } },
    relationships: { favourites: { data: [favourite] } },
    meta: { restrictions: { reasons: { canUpload: { code: 'storage_full', text: 'Full' } } } },
  } as never)
  queries.setQueryData(storageQuery.queryKey, { meta: undefined } as never)
  queries.setQueryData(navigationQuery.queryKey, [
    groupOf('files', folders),
    groupOf('shared-with-me', [{ ...leaf('crew', 'Crew'), has_folders: false, folders: [] }]),
  ] as never)
  await showPage(() => <PlatformPanel />)
  const open = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })
  await act(async () => void row('Year').dispatchEvent(open))
})

function row(name: string): Element {
  const rows = [...document.querySelectorAll('[role="treeitem"], a')]
  const named = rows.find(({ textContent }) => textContent === name)
  if (!named) throw new Error(`${name} is not shown.`)
  return named
}

async function drop(name: string, types: string[] = []) {
  const event = new MouseEvent('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types } })
  await act(async () => void row(name).dispatchEvent(event))
}

test.each([
  ['Crew', 'crew'],
  ['Plans', 'f'],
])(
  'a full storage does not refuse a file dropped on %s, which counts on its owner',
  async (name, id) => {
    await drop(name, ['Files'])
    expect(popups.get()).toEqual([])
    expect(uploads().drop).toHaveBeenCalledExactlyOnceWith(expect.anything(), id)
  },
)

test.each([
  ['Month', 'b'],
  ['Plans', 'f'],
])(
  'items dropped on %s, which no loaded list contains, are moved to it by name',
  async (name, id) => {
    const item = { id: 'i', attributes: { parent_id: null }, meta: { can: { move: true } } } as Item
    dragged.set({
      items: [item],
      count: 1,
      resolve: async () => [item],
      bulk: null,
      clear: () => undefined,
    })
    await drop(name)
    dragged.set(null)
    expect(moveSelection).toHaveBeenLastCalledWith(
      expect.anything(),
      { items: [item], bulk: null },
      expect.objectContaining({ id, name }),
      expect.anything(),
    )
  },
)
