// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { Toolbar } from './toolbar.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  document.documentElement.dir = ''
  document.body.replaceChildren()
})

test.each([
  ['ltr', 'ArrowRight', 'Copy', 'Move'],
  ['ltr', 'ArrowRight', 'Delete', 'Copy'],
  ['ltr', 'ArrowLeft', 'Copy', 'Delete'],
  ['rtl', 'ArrowLeft', 'Copy', 'Move'],
  ['ltr', 'End', 'Copy', 'Delete'],
  ['ltr', 'Home', 'Delete', 'Copy'],
])('%s: %s moves the focus from %s to %s', async (dir, key, from, to) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.documentElement.dir = dir
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const seen = vi.fn()
  window.addEventListener('keydown', seen)
  await act(() =>
    root.render(
      <Toolbar aria-label="Selection">
        {['Copy', 'Move'].map(name => (
          <button key={name} type="button">
            {name}
          </button>
        ))}
        <button type="button" disabled>
          Share
        </button>
        <button type="button">Delete</button>
      </Toolbar>,
    ),
  )
  const button = [...document.querySelectorAll('button')].find(each => each.textContent === from)
  button?.focus()
  const press = (key: string) =>
    act(() => button?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  await press(key)
  expect(document.activeElement?.textContent).toBe(to)
  expect(seen).not.toHaveBeenCalled()
  await press('Delete')
  expect(seen).toHaveBeenCalledOnce()
  window.removeEventListener('keydown', seen)
  await act(() => root.unmount())
})
