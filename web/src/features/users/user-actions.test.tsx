// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { settle, setUpRendering, showHook, stubCalls } from '../../../test/render.tsx'
import { useUserActions } from './user-actions.ts'
import { type ChangeTarget, useUserCalls } from './user-calls.ts'

setUpRendering()

test('users are deselected when a change of them was accepted, and only then', async () => {
  const calls = stubCalls()
  const clear = vi.fn()
  const ask = vi.fn()
  const selection = { isAll: false, ids: ['a', 'b'], except: [], count: 2, clear }
  const actions = await showHook(() => ({ ...useUserActions(ask, () => {}), ...useUserCalls() }))
  actions()
    .ofSelection(selection, {} as never)
    .at(-1)
    ?.run()
  const target = ask.mock.calls[0]?.[1] as ChangeTarget
  const change = { action: 'delete', count: 2 } as const
  const refused = expect(actions().change(target, change)).rejects.toThrow()
  await calls[0]?.answer(409, {})
  await refused
  expect(clear).not.toHaveBeenCalled()
  const accepted = actions().change(target, change)
  await calls[1]?.answer(200, { data: { id: 't' } })
  await accepted
  await settle()
  expect(clear).toHaveBeenCalledOnce()
})
