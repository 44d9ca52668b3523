// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { click, find, setUpRendering, show, stubCalls } from '../../../test/render.tsx'
import { UploadDialog } from './upload-dialog.tsx'

setUpRendering()

test('document types that could not be loaded can be loaded again', async () => {
  const calls = stubCalls()
  await show(<UploadDialog canPickFolders onPick={vi.fn()} onClose={vi.fn()} />)
  await calls[0]?.answer(500, {})
  await click(find('[role="alert"] button'))
  await calls[1]?.answer(200, { data: [] })
  expect(document.querySelector('[role="alert"]')).toBeNull()
  expect(find('select').isConnected).toBe(true)
})
