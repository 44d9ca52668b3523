// @vitest-environment jsdom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { setUpRendering, showHook } from '../../test/render.tsx'
import { useOpenDialog } from './use-open-dialog.ts'

setUpRendering()

async function showPage(onClosed?: () => void) {
  const now = await showHook(() => useOpenDialog<{ kind: string }>(onClosed))
  return { now, open: (kind: string) => act(async () => now().setDialog({ kind })) }
}

test('a dialog that was closed does not close or replace the next one', async () => {
  const onClosed = vi.fn()
  const { now, open } = await showPage(onClosed)
  await open('remote')
  const { closeDialog, continueWith } = now()
  await act(async () => closeDialog())
  expect(now().dialog).toBeNull()
  await open('share')
  await act(async () => closeDialog())
  await act(async () => continueWith({ kind: 'task' }))
  expect(now().dialog).toEqual({ kind: 'share' })
  expect(onClosed).toHaveBeenCalledOnce()
})

test('a dialog that closes can continue with another one', async () => {
  const { now, open } = await showPage()
  await open('change')
  const { closeDialog, continueWith } = now()
  await act(async () => {
    closeDialog()
    continueWith({ kind: 'task' })
  })
  expect(now().dialog).toEqual({ kind: 'task' })
})

test('a dialog ends when another page is opened, and stays closed on the way back', async () => {
  const onClosed = vi.fn()
  const showOn = (page: string) => showHook(() => useOpenDialog<{ kind: string }>(onClosed, page))
  const now = await showOn('b')
  const { setDialog } = now()
  await act(async () => setDialog({ kind: 'remote' }))
  const { closeDialog } = now()
  expect((await showOn('a'))().dialog).toBeNull()

  // Answers for the page that was left arrive late.
  const onA = await showOn('a')
  await act(async () => onA().setDialog({ kind: 'share' }))
  await act(async () => setDialog({ kind: 'transfer' }))
  await act(async () => closeDialog())
  expect(onA().dialog).toEqual({ kind: 'share' })
  expect(onClosed).not.toHaveBeenCalled()
  expect((await showOn('b'))().dialog).toBeNull()
})
