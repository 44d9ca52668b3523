// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { Plus } from 'lucide-react'
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

test.each([
  ['ArrowDown', 0, 'Open'],
  ['ArrowUp', 0, 'Rename'],
  ['ArrowDown', 2, 'Download'],
  ['End', 0, 'Rename'],
  ['Home', 2, 'Download'],
  ['r', 0, 'Rename'],
])('%s moves in the sheet of a phone', async (key, from, to) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  stubMatchMedia()
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close() {},
  })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const actions = ['Download', 'Open', 'Rename'].map(label => ({ label, icon: Plus, run: vi.fn() }))
  const menu = (
    <ActionMenu at={{ x: 0, y: 0 }} title="Boats" actions={actions} isNarrow onClose={vi.fn()} />
  )
  await act(() => root.render(<MantineProvider theme={theme}>{menu}</MantineProvider>))
  const entry = document.querySelectorAll<HTMLElement>('[role="menuitem"]')[from]
  entry?.focus()
  await act(() => entry?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  expect(document.activeElement?.textContent).toBe(to)
  await act(() => root.unmount())
})
