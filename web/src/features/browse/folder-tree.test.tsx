// @vitest-environment jsdom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { setUpRendering, show, useConfig } from '../../../test/render.tsx'
import { FolderTree } from './folder-tree.tsx'

setUpRendering()

const folders = ['Accounts', 'Boats', 'Índice', 'Boat plans', 'Invoices'].map((name, index) => ({
  id: `folder-${index}`,
  name,
  emoji: null,
  color: null,
  has_folders: false,
  parent_id: null,
  items: 0,
  team_folder: false,
}))

/** The time stamp of the first key of a test. */
let start = 0

const press = (key: string, timeStamp: number) =>
  act(async () => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    document.activeElement?.dispatchEvent(event)
  })

test.each([
  ['the next folder that begins with a character', [['b', 0]], 'Boats'],
  [
    'the one after it',
    [
      ['b', 0],
      ['b', 100],
    ],
    'Boat plans',
  ],
  [
    'the first again',
    [
      ['b', 0],
      ['b', 100],
      ['b', 200],
    ],
    'Boats',
  ],
  [
    'a folder by several characters',
    [
      ['i', 0],
      ['n', 100],
      ['v', 200],
    ],
    'Invoices',
  ],
  ['a folder by its character without an accent', [['i', 0]], 'Índice'],
  [
    'another folder after a pause',
    [
      ['i', 0],
      ['b', 5000],
    ],
    'Boat plans',
  ],
  ['nothing for an unknown character', [['z', 0]], 'Accounts'],
] as const)('typing leads to %s', async (_, keys, name) => {
  await useConfig({})
  await show(<FolderTree label="Folders" folders={folders} current={null} onChoose={vi.fn()} />)
  document.querySelector<HTMLElement>('[role="treeitem"]')?.focus()
  start += 1e6
  for (const [key, after] of keys) await press(key, start + after)
  expect(document.activeElement?.textContent).toBe(name)
})
