// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { stubMatchMedia } from '../../test/match-media.ts'
import { ActionMenu } from './action-menu.tsx'
import { theme } from './theme/theme.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('a key pressed outside leaves the menu open, a pressed mouse button closes it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  stubMatchMedia()
  const opener = document.body.appendChild(document.createElement('button'))
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const onClose = vi.fn()
  const menu = (
    <ActionMenu at={{ x: 0, y: 0 }} title="Boats" actions={[]} isNarrow={false} onClose={onClose} />
  )
  await act(() => root.render(<MantineProvider theme={theme}>{menu}</MantineProvider>))
  // The focus moves into the menu a moment after it was opened.
  const key = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })
  await act(() => opener.dispatchEvent(key))
  expect(onClose).not.toHaveBeenCalled()
  await act(() => opener.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  expect(onClose).toHaveBeenCalledOnce()
  await act(() => root.unmount())
})
