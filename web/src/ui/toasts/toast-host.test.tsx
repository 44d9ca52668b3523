// @vitest-environment jsdom
import { TOAST_MS } from '@coffer/contract/constants'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { setUpRendering, show } from '../../../test/render.tsx'
import { ToastHost } from './toast-host.tsx'
import { successToast } from './toasts.ts'

setUpRendering()

// APP-18
test('a toast hides by itself after six seconds', async () => {
  await show(<ToastHost />)
  vi.useFakeTimers()
  try {
    await act(async () => successToast('Saved'))
    await act(() => vi.advanceTimersByTime(TOAST_MS - 1))
    expect(document.body.textContent).toContain('Saved')
    await act(() => vi.advanceTimersByTime(1))
    expect(document.body.textContent).not.toContain('Saved')
  } finally {
    vi.useRealTimers()
  }
})
