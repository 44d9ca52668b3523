// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { setUpRendering, useConfig } from '../../../test/render.tsx'
import { popups } from '../../ui/popups/popup-store.ts'
import { announceFailure, announceRejections } from './upload-texts.ts'
import { uploads } from './uploads.ts'
import type { UploadTask } from './uploads.types.ts'

setUpRendering()

beforeEach(async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  await useConfig({ uploadLimit: 1000 })
})

const rejected = { name: 'setup.exe', reason: 'type', type: 'exe' } as const

test('announces a rejected file alone when nothing else uploads', () => {
  announceRejections([rejected])
  expect(popups.get()).toMatchObject([{ title: 'uploads.type_title' }])
  expect(popups.get()[0]?.message ?? '').toBe('')
})

test('says that other files continue while they upload', () => {
  const task = { id: 'u1', state: 'waiting', size: 1, sent: 0 } as UploadTask
  uploads().queue.store.add([task])
  announceRejections([rejected, { name: 'film.mp4', reason: 'size' }])
  expect(popups.get()[0]?.message).toBe('uploads.size_title\nuploads.type_text')
  uploads().queue.store.remove([task.id])
})

test('announces an internal error of the server with the generic texts', () => {
  popups.set([])
  announceFailure({
    status: 500,
    code: 'internal',
    title: 'Internal error',
    message: 'Reference 1',
  })
  expect(popups.get()).toMatchObject([
    { title: 'popup_error.title', message: 'popup_error.message' },
  ])
})
