// @vitest-environment jsdom
import type { DocumentTypeRow } from '@coffer/contract/document-type-editing'
import { expect, test, vi } from 'vitest'
import { click, find, setUpRendering, show, stubCalls } from '../../../test/render.tsx'
import { MergeDialog } from './merge-dialog.tsx'

setUpRendering()

const row = (id: string) => ({ id, attributes: { name: id } }) as DocumentTypeRow

test('document types that could not be loaded can be loaded again', async () => {
  const calls = stubCalls()
  await show(<MergeDialog type={row('Invoice')} onClose={vi.fn()} />)
  await calls[0]?.answer(500, {})
  await click(find('[role="alert"] button'))
  await calls[1]?.answer(200, { data: [row('Invoice'), row('Bill')] })
  expect([...find('select').children].map(option => option.textContent)).toEqual(['', 'Bill'])
})
