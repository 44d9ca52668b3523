// @vitest-environment jsdom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { click, find, setUpRendering, show } from '../../test/render.tsx'
import { CopyButton } from './copy-button.tsx'

setUpRendering()

test('reports that a text was copied until it loses the focus', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))
  await show(<CopyButton text="secret" label="Copy token" />)
  const button = find('button')
  button.focus()
  await click(button)
  expect(writeText).toHaveBeenCalledWith('secret')
  expect(button.textContent).toBe('clipboard.copied')
  await act(async () => button.blur())
  expect(button.textContent).toBe('Copy token')
})

test('reports that the browser rejected copying', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }))
  await show(<CopyButton text="secret" />)
  expect(find('button').textContent).toBe('clipboard.copy')
  await click(find('button'))
  expect(find('button').textContent).toBe('clipboard.failed')
})
