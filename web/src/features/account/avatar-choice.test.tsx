// @vitest-environment jsdom
import type { User } from '@coffer/contract/account'
import { act } from 'react'
import { expect, test } from 'vitest'
import {
  click,
  field,
  find,
  queries,
  setUpRendering,
  show,
  stubCalls,
} from '../../../test/render.tsx'
import { userQuery } from './account.api.ts'
import { AvatarChoice } from './avatar-choice.tsx'

setUpRendering()

const avatar = { xs: '/x', sm: '/x', md: '/x' }
const user = { id: 'u', attributes: { name: 'Ana', avatar, color: '#123456' } } as unknown as User

test('the error of a failed removal disappears when another picture is chosen', async () => {
  const calls = stubCalls()
  queries.setQueryData(userQuery.queryKey, user)
  await show(<AvatarChoice />)
  await click(find('button:last-of-type'))
  await calls[0]?.answer(503, {})
  expect(find('[role=alert]').textContent).not.toBe('')
  const input = field('input[type=file]')
  const files = [new File(['x'], 'a.png', { type: 'image/png' })]
  Object.defineProperty(input, 'files', { value: files })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  expect(find('[role=alert]').textContent).toBe('')
})
