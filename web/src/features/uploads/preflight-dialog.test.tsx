// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { click, setUpRendering, show, useConfig } from '../../../test/render.tsx'
import type { Conflict } from './preflight.ts'
import { PreflightDialog } from './preflight-dialog.tsx'
import type { UploadTask } from './uploads.types.ts'

setUpRendering()

const task = {
  id: 'task',
  file: new File(['new'], 'report.pdf'),
  name: 'report.pdf',
  path: '',
  size: 3,
} as UploadTask
const conflictWith = (type: 'file' | 'folder'): Conflict => ({
  task,
  existing: { type, size_bytes: 2, updated_at: '2026-01-01T00:00:00Z' } as Conflict['existing'],
})

async function showDialog(type: 'file' | 'folder' = 'file') {
  const question = { ready: [], conflicts: [conflictWith(type)], rejected: [], freeBytes: null }
  await show(<PreflightDialog id={1} question={question} answer={() => {}} />)
}

const radios = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')]
const replaceRadio = () =>
  radios().find(({ parentElement }) => parentElement?.textContent === 'uploads.preflight_replace')
const isDanger = (element: Element | null | undefined) =>
  /danger/.test(element?.getAttribute('style') ?? '') || element?.closest('[data-danger]') !== null
const confirmButton = () => [...document.querySelectorAll('button')].at(-1)

test('says that replaced files are kept as versions', async () => {
  await useConfig({ keepsVersions: true })
  await showDialog()
  expect(document.body.textContent).toContain('uploads.preflight_replaced')
  expect(document.body.textContent).not.toContain('uploads.preflight_replaced_lost')
  await click(replaceRadio() as HTMLElement)
  expect([replaceRadio(), confirmButton()].map(isDanger)).toEqual([false, false])
})

test('warns that replaced files are deleted when no versions are kept', async () => {
  await useConfig({ keepsVersions: false })
  await showDialog()
  expect(document.body.textContent).toContain('uploads.preflight_replaced_lost')
  expect([replaceRadio(), confirmButton()].map(isDanger)).toEqual([true, false])
  await click(replaceRadio() as HTMLElement)
  expect(isDanger(confirmButton())).toBe(true)
})

test('says nothing about replaced files when none can be replaced', async () => {
  await useConfig({ keepsVersions: false })
  await showDialog('folder')
  expect(replaceRadio()).toBeUndefined()
  expect(document.body.textContent).not.toContain('uploads.preflight_replaced')
})
