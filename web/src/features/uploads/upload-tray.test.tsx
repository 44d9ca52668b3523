// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { settle, setUpRendering, show, useConfig } from '../../../test/render.tsx'
import { canSignOut } from '../../lib/sign-out-guard.ts'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'
import { UploadTray } from './upload-tray.tsx'
import { uploads } from './uploads.ts'
import type { UploadTask } from './uploads.types.ts'

setUpRendering()

beforeEach(async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  await useConfig({})
})

const warnsBeforeUnload = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('warns about running uploads on pages without the tray too, until they end', async () => {
  vi.spyOn(uploads(), 'enter').mockReturnValue()
  await show(<UploadTray owner="u" folderChoice={() => null} onLocked={() => {}} />)
  await show(null)
  const task = { id: 'u1', state: 'waiting', size: 1, sent: 0 } as UploadTask
  uploads().queue.store.add([task])
  await vi.waitFor(() => expect(warnsBeforeUnload()).toBe(true))
  const answer = canSignOut()
  await settle()
  closePopup(popups.get()[0]?.id ?? 0, false)
  expect(await answer).toBe(false)
  uploads().queue.store.remove([task.id])
  await vi.waitFor(() => expect(warnsBeforeUnload()).toBe(false))
})
