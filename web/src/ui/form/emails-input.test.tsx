// @vitest-environment jsdom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { field, setUpRendering, show, type } from '../../../test/render.tsx'
import { EmailsInput } from './emails-input.tsx'

setUpRendering()

test('a pasted address replaces the selection', async () => {
  const onChange = vi.fn()
  await show(<EmailsInput label="To" emails={[]} onChange={onChange} />)
  await type(field('input'), 'wrong@x.org')
  field('input').select()
  const paste = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => 'jane@x.org' },
  })
  await act(async () => field('input').dispatchEvent(paste))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(['jane@x.org'])
})
