// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setUpRendering, show, stubCalls } from '../../../test/render.tsx'
import { type LogoDrafts, useLogoDrafts } from './use-logo-drafts.ts'

setUpRendering()

let logos: LogoDrafts
let calls: ReturnType<typeof stubCalls>

function Logos() {
  logos = useLogoDrafts()
  return null
}
const choose = (name: string) =>
  act(async () => logos.choose('app_logo', new File(['x'], name, { type: 'image/png' })))

beforeEach(async () => {
  calls = stubCalls()
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:'
      static override revokeObjectURL = () => undefined
    },
  )
  await show(<Logos />)
  await choose('first.png')
})

test('a logo that is chosen while another one is being saved is kept', async () => {
  await act(async () => void logos.part.save())
  await choose('second.png')
  await calls[0]?.answer(200, {})
  expect(logos.drafts.app_logo?.file.name).toBe('second.png')
})

test('a logo that was saved is no longer a draft', async () => {
  await act(async () => void logos.part.save())
  await calls[0]?.answer(200, {})
  expect(logos.drafts).toEqual({})
})
