// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { find, setUpRendering, show, submit, type, useLanguage } from '../../../test/render.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

setUpRendering()

test('the suggested amount can be submitted in a language with decimal commas', async () => {
  await useLanguage('es')
  const call = vi.fn(async () => {})
  await show(
    <ReasonDialog
      title=""
      text=""
      confirm=""
      done=""
      money={{ currency: 'KWD', most: 12_345 }}
      call={call}
      onClose={() => {}}
    />,
  )
  await type(find<HTMLTextAreaElement>('textarea'), 'Paid twice')
  await submit()
  expect(call).toHaveBeenCalledExactlyOnceWith('Paid twice', 12_345)
})
