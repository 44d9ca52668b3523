// @vitest-environment jsdom
import { FOLDER_COLORS, type Item } from '@coffer/contract/items'
import { expect, test, vi } from 'vitest'
import {
  click,
  find,
  settle,
  setUpRendering,
  show,
  stubCalls,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { popups } from '../../ui/popups/popup-store.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { FolderDialog } from './folder-dialog.tsx'
import { NewFolderField } from './new-folder-field.tsx'

setUpRendering()

const SUBMIT = 'button[type=submit]'
const fields = () => [...document.querySelectorAll<HTMLInputElement>('form input')]
const showCustomer = () =>
  show(
    <CustomerDialog
      document={{ tipo_id: null, subcategory_id: null }}
      onCreated={() => {}}
      onClose={() => {}}
    />,
  )

test('a customer is created once when the button is pressed twice', async () => {
  const calls = stubCalls()
  await showCustomer()
  for (const field of fields()) await type(field, '12')
  await click(find(SUBMIT))
  await click(find(SUBMIT))
  expect(calls).toHaveLength(1)
})

test('the error of a customer field disappears when the field is corrected', async () => {
  await showCustomer()
  await click(find(SUBMIT))
  const field = find<HTMLInputElement>('form input')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await type(field, '12')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
})

test('a folder is saved once when the button is pressed twice', async () => {
  const save = vi.fn(() => new Promise<string | null>(() => {}))
  for (const form of [
    <NewFolderField key="field" folder="Files" onSave={save} onClose={() => {}} />,
    <FolderDialog key="dialog" folder={null} onSave={save} onClose={() => {}} />,
  ]) {
    save.mockClear()
    await show(form)
    await click(find(SUBMIT))
    await click(find(SUBMIT))
    expect(save).toHaveBeenCalledOnce()
  }
})

test('why a folder was not saved is reported after its dialog was closed', async () => {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  await show(<FolderDialog folder={null} onSave={() => promise} onClose={() => {}} />)
  await click(find(SUBMIT))
  await show(null)
  resolve('The folder is full.')
  await settle()
  expect(popups.get()).toMatchObject([{ title: 'The folder is full.' }])
})

test('a folder keeps the name and emoji that were not edited', async () => {
  await useConfig({})
  const save = vi.fn(async () => null)
  const attributes = { name: 'Papers', emoji: '📁', color: null }
  const folder = { id: 'f', type: 'folder', attributes } as unknown as Item
  await show(<FolderDialog folder={folder} onSave={save} onClose={() => {}} />)
  await click(find('input[name=color]:not(:checked)'))
  await click(find(SUBMIT))
  expect(save).toHaveBeenCalledWith(
    { ...attributes, color: FOLDER_COLORS[1] },
    { color: FOLDER_COLORS[1] },
  )
})
