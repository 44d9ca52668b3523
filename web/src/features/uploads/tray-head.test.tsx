// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { click, find, settle, setUpRendering, show, useConfig } from '../../../test/render.tsx'
import { popups } from '../../ui/popups/popup-store.ts'
import type { UploadsSnapshot } from './task-store.ts'
import { TrayHead } from './tray-head.tsx'
import { uploads } from './uploads.ts'

setUpRendering()

const cancelAll = vi.fn()

beforeEach(async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  await useConfig({})
  vi.spyOn(uploads().queue, 'cancelAll').mockImplementation(cancelAll)
})
afterEach(() => cancelAll.mockClear())

const snapshotOf = (counts: Partial<UploadsSnapshot['counts']>) =>
  ({ counts: { begun: 0, waiting: 0, failed: 0, done: 0, ...counts } }) as UploadsSnapshot
const showHead = (counts: Partial<UploadsSnapshot['counts']>) =>
  show(<TrayHead snapshot={snapshotOf(counts)} isOpen onToggle={() => {}} />)
const close = () => click(find('button[aria-label="uploads.close"]'))

test('closes at once when all uploads are done', async () => {
  await showHead({ done: 2 })
  await close()
  expect(popups.get()).toEqual([])
  expect(cancelAll).toHaveBeenCalledOnce()
})

test('asks before failed uploads are discarded', async () => {
  await showHead({ done: 2, failed: 1 })
  await close()
  expect(cancelAll).not.toHaveBeenCalled()
  expect(popups.get()).toMatchObject([
    { title: 'uploads.discard_title', message: 'uploads.discard_text', kind: 'alert' },
  ])
  popups.get()[0]?.answer(true)
  await settle()
  expect(cancelAll).toHaveBeenCalledOnce()
})

test.each([
  [{ done: 2 }, 'uploads.done'],
  [{ failed: 1 }, 'uploads.failed'],
  [{ done: 2, failed: 1 }, 'uploads.done_and_failed'],
  [{ done: 2, failed: 1, waiting: 1 }, 'uploads.running'],
])('%j is titled %s', async (counts, title) => {
  await showHead(counts)
  expect(find('[role=status]').textContent).toBe(title)
})
