// @vitest-environment jsdom
import { act, type ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RenameField } from './rename-field.tsx'

const onRename = vi.fn()
const onLeave = vi.fn()
let unmount = () => {}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  onRename.mockReset()
  onLeave.mockReset()
})
afterEach(() => unmount())

/** Renders the field; it is unmounted after the test or by `unmount`. */
function show(props: Partial<ComponentProps<typeof RenameField>>): HTMLInputElement {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const field = { name: 'New folder', type: 'folder', onRename, onLeave, ...props } as const
  act(() => root.render(<RenameField {...field} />))
  unmount = () => {
    act(() => root.unmount())
    container.remove()
  }
  const input = container.querySelector('input')
  if (!input) throw new Error('There is no field.')
  return input
}

const press = (input: HTMLInputElement, key: string) =>
  act(() => input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))

test('the name of a new folder is focused and selected', () => {
  const input = show({ isNew: true })
  expect(document.activeElement).toBe(input)
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 'New folder'.length])
})

test('Enter creates a new folder, even with the suggested name', () => {
  press(show({ isNew: true }), 'Enter')
  expect(onRename).toHaveBeenCalledExactlyOnceWith('New folder')
})

test('leaving the field of a new folder neither creates nor discards it', () => {
  const input = show({ isNew: true })
  act(() => input.blur())
  expect(onRename).not.toHaveBeenCalled()
  expect(onLeave).not.toHaveBeenCalled()
})

test('Escape discards a new folder', () => {
  press(show({ isNew: true }), 'Escape')
  expect(onRename).not.toHaveBeenCalled()
  expect(onLeave).toHaveBeenCalledOnce()
})

test('an unchanged name is not renamed', () => {
  press(show({}), 'Enter')
  expect(onRename).not.toHaveBeenCalled()
  expect(onLeave).toHaveBeenCalledOnce()
})

test.each(['Enter', 'Escape'])('%s during a composition belongs to the input method', key => {
  const input = show({ isNew: true })
  act(() =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, isComposing: true })),
  )
  expect(onRename).not.toHaveBeenCalled()
  expect(onLeave).not.toHaveBeenCalled()
})

test('what was typed and where the caret was survive when the row moves', () => {
  const draft = { current: null }
  const input = show({ name: 'report.pdf', type: 'file', draft })
  act(() => {
    input.setRangeText('final ', 0, 0, 'end')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  unmount()
  const moved = show({ name: 'report.pdf', type: 'file', draft })
  expect(moved.value).toBe('final report.pdf')
  expect([moved.selectionStart, moved.selectionEnd]).toEqual([6, 6])
})
