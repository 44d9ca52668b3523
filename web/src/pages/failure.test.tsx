// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { click, find, settle, setUpRendering, showPage, useConfig } from '../../test/render.tsx'
import { FailurePage } from './failure.tsx'

setUpRendering()
beforeEach(() => useConfig({}))

const MESSAGE = 'Loading chunk files-Ab_1 failed.\n(error: https://files.example.com/files-Ab_1.js)'
const partError = () => Object.assign(new Error(MESSAGE), { name: 'ChunkLoadError' })

// APP-29
test('names the part that could not be loaded, and reloads the page to try again', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  await showPage(() => <FailurePage error={partError()} />)
  expect(document.body.textContent).toContain('failure.text')
  expect(document.body.textContent).toContain(MESSAGE)
  await click(find('button'))
  expect(reload).toHaveBeenCalledOnce()
})

test('keeps the details of other errors to itself, and loads the route again', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const router = await showPage(() => <FailurePage error={new Error('x is undefined')} />)
  const invalidate = vi.spyOn(router, 'invalidate')
  expect(document.body.textContent).not.toContain('x is undefined')
  await click(find('button'))
  await settle()
  expect(invalidate).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()
})
