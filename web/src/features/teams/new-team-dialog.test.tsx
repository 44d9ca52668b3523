// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { expect, test, vi } from 'vitest'
import { click, find, settle, setUpRendering, show, stubCalls } from '../../../test/render.tsx'
import { popups } from '../../ui/popups/popup-store.ts'
import { ConvertDialog } from './new-team-dialog.tsx'

setUpRendering()

const folder = { id: 'f', attributes: { name: 'Plans' } } as Item

test('why a team was not created is reported after the dialog was closed', async () => {
  const calls = stubCalls()
  await show(<ConvertDialog folder={folder} onCreated={vi.fn()} onClose={vi.fn()} />)
  await click(find('button[type=submit]'))
  await show(null)
  await calls[0]?.answer(409, {
    type: '',
    title: 'Already a team folder',
    status: 409,
    detail: '',
    message: '',
    code: 'team.exists',
  })
  await settle()
  expect(popups.get()).toMatchObject([{ title: 'Already a team folder' }])
})
