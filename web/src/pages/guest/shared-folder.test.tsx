// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  type Call,
  field,
  settle,
  setUpRendering,
  showPage,
  stubCalls,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { createShareScope } from '../../features/shares/share-scope.ts'
import type { OpenLink } from '../../features/shares/sharing.api.ts'
import { ApiScopeContext } from '../../lib/api-scope.ts'
import { SharedFolderPage } from './shared-folder.tsx'
import { SharedLinkContext } from './shared-link.ts'

setUpRendering()
beforeEach(() => useConfig({}))

/** Without uploads, which need a database that jsdom lacks; the abilities are those of the items. */
const link: OpenLink = {
  token: 't',
  permission: 'visitor',
  type: 'folder',
  itemId: 'top',
  name: 'Papers',
  owner: { name: 'Mia', color: '#000' },
  expiresAt: null,
  downloadsLeft: null,
}
const scope = createShareScope('t', { id: 'top', name: 'Papers' })
const can = { add: true, edit: true, move: true, remove: true, download: true, share: false }
const itemOf = (id: string) =>
  ({
    id,
    type: 'file',
    attributes: {
      name: id,
      parent_id: 'top',
      mimetype: null,
      size_bytes: 1,
      items: null,
      thumbnail: null,
      updated_at: '2026-01-01T00:00:00.000Z',
      created_at: '2026-01-01T00:00:00.000Z',
    },
    relationships: { owner: { data: null } },
    meta: { can },
  }) as unknown as Item
const root = { ...itemOf('top'), type: 'folder', meta: { can, ancestors: [] } }
const listing = {
  data: ['a', 'b'].map(itemOf),
  meta: { paginate: { total: 2, currentPage: 1 }, root, ancestors: [] },
}

const press = (key: string, ctrlKey = false) =>
  act(async () =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
    ),
  )

async function showFolder(): Promise<Call[]> {
  const calls = stubCalls()
  const page = () => (
    <ApiScopeContext value={scope}>
      <SharedLinkContext value={link}>
        <SharedFolderPage />
      </SharedLinkContext>
    </ApiScopeContext>
  )
  await showPage(page, '/share/$token/files/{-$id}', '/share/t/files')
  await calls.find(({ path }) => path.includes('/folders'))?.answer(200, listing)
  return calls
}

const searchField = () => document.querySelector<HTMLInputElement>('input[type=search]')
/** Polls whether an element is shown. */
const shown = (selector: string) =>
  expect.poll(async () => {
    await settle()
    return document.querySelector(selector) !== null
  })
const search = async (query: string) => {
  await type(field('input[type=search]'), query)
  // The order of the folder goes with its list.
  await shown('select').toBe(false)
}

test('keys act on the folder only while it is shown, not during a search', async () => {
  const calls = await showFolder()
  await press('a', true)
  expect(searchField()).toBeNull()
  await press('Escape')
  await search('tax')
  await press('a', true)
  expect(searchField()).not.toBeNull()
  await press('Delete')
  await settle()
  expect(calls.filter(({ path }) => path.includes('remove'))).toEqual([])
})

test('a search on a phone ends the selection that it hides', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await showFolder()
  await press('a', true)
  await shown('[role=toolbar]').toBe(true)
  await search('tax')
  expect(document.querySelector('[role=toolbar]')).toBeNull()
  await type(field('input[type=search]'), '')
  expect(document.querySelector('[role=toolbar]')).toBeNull()
})
